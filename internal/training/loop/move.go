package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// Needs returns the parts of a run that training needs to continue elsewhere just as it would continue
// here. They are the checkpoints with a training state and the games in their windows, and the first
// and the best checkpoint. They are also the checkpoints that a stage compares with, and those that may
// become older opponents. A run without a checkpoint is an error.
func Needs(ctx context.Context, r *runs.Run) (*runs.Needs, error) {
	registry, err := r.Checkpoints(ctx)
	if err != nil {
		return nil, err
	}
	if len(registry) == 0 {
		return nil, fmt.Errorf("loop: %s has no checkpoint yet: train it until the first line of progress", r.Dir)
	}
	needed := map[string]bool{registry[0].File: true}
	best, judged, err := r.Best(ctx)
	if err != nil {
		return nil, err
	}
	list := &runs.Needs{FirstGame: -1}
	earliest := registry[len(registry)-1].Step // of the steps from which training may continue
	for i, c := range registry {
		if judged && c.ID == best || i == len(registry)-1 {
			needed[c.File] = true
		}
		if _, err := os.Stat(r.StatePath(c)); errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return nil, fmt.Errorf("loop: %w", err)
		}
		needed[c.File] = true
		earliest = min(earliest, c.Step)
		plateau, err := readPlateau(c)
		if err != nil {
			return nil, err
		}
		needed[plateau.Best] = true
		first, err := firstGame(c)
		if err != nil {
			return nil, err
		}
		if list.FirstGame < 0 || first < list.FirstGame {
			list.FirstGame = first
		}
	}
	opponents := opposed(r)
	for _, c := range registry {
		if !c.Left && (needed[c.File] || opponents && 2*c.Step >= earliest) {
			list.Checkpoints = append(list.Checkpoints, c)
		}
	}
	list.FirstGame = max(list.FirstGame, 0)
	return list, nil
}

// opposed reports whether a stage of a run plays games against older checkpoints.
func opposed(r *runs.Run) bool {
	whole := r.Whole()
	for i := range whole.StageCount() {
		if whole.At(i).Selfplay.OlderShare > 0 {
			return true
		}
	}
	return false
}

// firstGame returns the id of the oldest game that training reads if it continues from a checkpoint.
func firstGame(c runs.Checkpoint) (int64, error) {
	var state replay.SamplerState
	if err := json.Unmarshal(c.Sampler, &state); err != nil {
		return 0, fmt.Errorf("loop: read the sampler of checkpoint %s: %w: %w", c.File, replay.ErrCorrupt,
			err)
	}
	if state.First > 0 {
		return state.First, nil
	}
	return state.Last + 1, nil // the window is empty
}

// Everything returns the parts of a run that exist: all games, and all checkpoints with a file.
func Everything(ctx context.Context, r *runs.Run) (*runs.Needs, error) {
	registry, err := r.Checkpoints(ctx)
	if err != nil {
		return nil, err
	}
	list := &runs.Needs{}
	for _, c := range registry {
		if _, err := os.Stat(r.Path(c)); err == nil && !c.Left {
			list.Checkpoints = append(list.Checkpoints, c)
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("loop: %w", err)
		}
	}
	return list, nil
}

// CheckContinues returns those of the given checkpoints whose weights are sound. It returns an error if
// training cannot continue with them, or if "train repair --mend" could mend one of them. The run may be
// finished. CheckContinues reads the games of the windows and changes nothing. It calls tell for each
// unusable checkpoint that training can do without.
func CheckContinues(ctx context.Context, r *runs.Run, checkpoints []runs.Checkpoint, progress Progress,
	tell func(text string)) (sound []runs.Checkpoint, err error) {
	x, err := newInspector(r, false, progress)
	if err != nil {
		return nil, err
	}
	defer x.trainer.Close()
	wrong := func(f Finding) error {
		return fmt.Errorf("loop: %s: %s: %s; \"train repair --run %s\" says more", r.Dir, f.Part, f.Wrong,
			r.Dir)
	}
	if err := x.checkpoints(ctx, checkpoints); err != nil {
		return nil, err
	}
	for _, f := range x.report.Findings {
		switch {
		case f.Mend != "":
			return nil, wrong(f)
		case f.Wrong != "":
			tell(fmt.Sprintf("%s: %s: training can do without this file", f.Part, f.Wrong))
		}
	}
	x.report.Findings = nil
	if err := errors.Join(x.best(ctx, checkpoints), x.resumption(ctx, checkpoints)); err != nil {
		return nil, err
	}
	for _, f := range x.report.Findings {
		if f.Wrong != "" {
			return nil, wrong(f)
		}
	}
	for _, c := range checkpoints {
		if x.weights[c.ID] {
			sound = append(sound, c)
		}
	}
	return sound, nil
}
