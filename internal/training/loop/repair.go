package loop

import (
	"context"
	"fmt"
	"time"

	"epaminondas/game"
	"epaminondas/internal/training/runs"
	"epaminondas/net/train"
	"epaminondas/replay"
)

// Finding is the result of an inspection for one part of a run.
type Finding struct {
	Part   string `json:"part"`
	Wrong  string `json:"wrong,omitempty"`  // empty if the part is sound
	Mend   string `json:"mend,omitempty"`   // the repair; empty if there is none
	Mended bool   `json:"mended,omitempty"` // the repair was done
}

// Inspection has the findings about a run.
type Inspection struct {
	Run      string    `json:"run"`
	Findings []Finding `json:"findings"`
}

// Wrong returns the number of damaged parts, how many of them can be repaired, and how many were
// repaired.
func (i *Inspection) Wrong() (wrong, mendable, mended int) {
	for _, f := range i.Findings {
		if f.Wrong == "" {
			continue
		}
		wrong++
		if f.Mend != "" {
			mendable++
		}
		if f.Mended {
			mended++
		}
	}
	return wrong, mendable, mended
}

// inspector inspects a run.
type inspector struct {
	run      *runs.Run
	board    *game.Board
	trainer  *train.Trainer // reads training states
	mend     bool
	progress Progress
	report   *Inspection
	weights  map[int64]bool // whether the weights are sound, by id of the checkpoint
	states   map[int64]bool
}

// newInspector returns an inspector without findings. The caller must close its trainer.
func newInspector(r *runs.Run, mend bool, progress Progress) (*inspector, error) {
	x := &inspector{run: r, mend: mend, progress: progress, report: &Inspection{Run: r.Dir},
		weights: map[int64]bool{}, states: map[int64]bool{}}
	var err error
	if x.board, err = r.Config.Board(); err != nil {
		return nil, err
	}
	x.trainer, err = newTrainer(r, x.board)
	return x, err
}

// Inspect checks everything in a run: the database, its games, the files of the checkpoints, and
// whether training can resume. With mend it also repairs. It deletes nothing: it sets games aside
// in a table and renames files. The caller must hold the run, see [runs.Hold].
func Inspect(ctx context.Context, r *runs.Run, mend bool, progress Progress) (*Inspection, error) {
	x, err := newInspector(r, mend, progress)
	if err != nil {
		return nil, err
	}
	defer x.trainer.Close()
	registry, err := r.Checkpoints(ctx)
	if err != nil {
		return nil, err
	}
	for _, check := range []func(context.Context, []runs.Checkpoint) error{x.database, x.games,
		x.heldOut, x.checkpoints, x.best, x.resumption, x.foreignFiles} {
		if err := check(ctx, registry); err != nil {
			return nil, err
		}
	}
	return x.report, nil
}

// find adds a finding, and repairs the part if mend is set.
func (x *inspector) find(f Finding, mend func() error) error {
	if f.Wrong != "" && mend != nil && x.mend {
		if err := mend(); err != nil {
			return err
		}
		f.Mended = true
	}
	x.report.Findings = append(x.report.Findings, f)
	return nil
}

// database runs SQLite's integrity check. SQLite reports no progress, so the bar stays at the start
// and only shows that the check is running.
func (x *inspector) database(ctx context.Context, _ []runs.Checkpoint) error {
	var wrong []string
	var err error
	checked := make(chan struct{})
	go func() {
		defer close(checked)
		wrong, err = x.run.Integrity(ctx)
	}()
	x.progress("database", 0, 1)
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for done := false; !done; {
		select {
		case <-checked:
			done = true
		case <-ticker.C:
			x.progress("database", 0, 1)
		}
	}
	if err != nil {
		return err
	}
	f := Finding{Part: "database"}
	if len(wrong) > 0 {
		f.Wrong = wrong[0] + "; " + runs.DatabaseCure
	}
	return x.find(f, nil)
}

// games checks all games.
func (x *inspector) games(ctx context.Context, _ []runs.Checkpoint) error {
	total, err := x.run.Games.Count(ctx)
	if err != nil {
		return err
	}
	left, err := x.run.Games.LeftBehind(ctx)
	if err != nil {
		return err
	}
	total -= left.Games
	aside, err := x.run.Games.Damaged(ctx)
	if err != nil {
		return err
	}
	sampler, err := newSampler(x.run, x.run.Stage())
	if err != nil {
		return err
	}
	var damaged []replay.Damaged
	const often = 100 // games
	read, err := sampler.Inspect(ctx, x.run.Games, x.mend, func(read int, d *replay.Damaged) {
		if d != nil {
			damaged = append(damaged, *d)
		}
		if read%often == 0 {
			x.progress("games", read, int(total))
		}
	})
	if err != nil {
		return err
	}
	for _, d := range aside {
		if err := x.find(Finding{Part: fmt.Sprintf("games: set aside before: %v", d)}, nil); err != nil {
			return err
		}
	}
	for _, d := range damaged {
		if err := x.find(Finding{Part: fmt.Sprintf("game %d", d.ID), Wrong: d.Reason,
			Mend: "set it aside: training continues without it", Mended: x.mend}, nil); err != nil {
			return err
		}
	}
	return x.find(Finding{Part: fmt.Sprintf("games: %d of %d%s", read-len(damaged), total,
		leftBehind(left.Games))}, nil)
}

// leftBehind returns the end of a finding about parts of which some were left behind.
func leftBehind[N int | int64](n N) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; %d more were left behind when the run was packed", n)
}

// heldOut checks the held-out games, if the run began with the games of an older run.
func (x *inspector) heldOut(ctx context.Context, _ []runs.Checkpoint) error {
	i, begun, err := x.run.Inheritance(ctx)
	if err != nil || !begun {
		return err
	}
	x.progress("held-out games", 0, i.HeldOut)
	var damaged []Finding
	bench, err := readHeldOutSet(ctx, x.run, x.board, func(id int64, damage error) {
		damaged = append(damaged, Finding{Part: fmt.Sprintf("held-out game %d", id), Wrong: damage.Error()})
	})
	if err != nil {
		return err
	}
	for _, f := range damaged {
		if err := x.find(f, nil); err != nil {
			return err
		}
	}
	f := Finding{Part: fmt.Sprintf("held-out games: %d of %d", bench.Games(), i.HeldOut)}
	if missing := i.HeldOut - bench.Games() - len(damaged); missing > 0 {
		f.Wrong = fmt.Sprintf("%d are missing", missing)
	}
	return x.find(f, nil)
}
