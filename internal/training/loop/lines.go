package loop

import (
	"context"
	"errors"
	"os"

	"epaminondas/internal/base/durable"
	"epaminondas/internal/engine/alphabeta/lines"
	"epaminondas/internal/training/learning"
	"epaminondas/internal/training/runs"
)

// makeLines writes the evaluation by lines of a finished run, if its config asks for one and its file is not
// there yet. The final network is the teacher.
func makeLines(ctx context.Context, r *runs.Run, final runs.Checkpoint, progress Progress) (*runs.LinesReport,
	error) {
	if r.Config.Lines.Positions == 0 {
		return nil, nil
	}
	path := runs.LinesPath(r.Dir)
	if o, ok := madeLines(path); ok && o.Teacher == final.File {
		return &runs.LinesReport{File: path, Positions: o.Positions, Explained: o.Explained}, nil
	}
	lesson, err := learning.LessonOfRun(ctx, r, r.Config.Seed)
	if err != nil {
		return nil, err
	}
	settings := learning.DefaultLines()
	settings.Positions, settings.AtMost, settings.Seed = r.Config.Lines.Positions, true, r.Config.Seed
	content, made, err := learning.MakeLines(ctx, lesson, nil, settings, progress)
	if errors.Is(err, lines.ErrTooFew) {
		return &runs.LinesReport{Note: err.Error()}, nil
	}
	if err != nil {
		return nil, err
	}
	return &runs.LinesReport{File: path, Positions: made.Origin.Positions, Explained: made.Origin.Explained},
		durable.WriteBytes(path, content)
}

// madeLines returns the origin of the evaluation in a file. ok is false if the file is missing or damaged.
func madeLines(path string) (o lines.Origin, ok bool) {
	content, err := os.ReadFile(path)
	if err != nil {
		return o, false
	}
	_, o, err = lines.Decode(content)
	return o, err == nil
}
