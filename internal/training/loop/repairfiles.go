package loop

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// checkpoints checks all weights and the existing training states. It counts checkpoints whose files
// were left behind.
func (x *inspector) checkpoints(ctx context.Context, registry []runs.Checkpoint) error {
	sound, left := 0, 0
	for i, c := range registry {
		if c.Left {
			left++
			continue
		}
		x.progress("checkpoints", i, len(registry))
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := x.state(ctx, c); err != nil {
			return err
		}
		_, err := x.run.LoadWeights(ctx, c)
		x.weights[c.ID] = err == nil
		if err != nil {
			if !runs.Unusable(err) {
				return err
			}
			if err := x.find(x.rewriting(ctx, registry, i, err)); err != nil {
				return err
			}
		}
		if x.weights[c.ID] {
			sound++
		}
	}
	return x.find(Finding{Part: fmt.Sprintf("checkpoints: %d of %d%s", sound, len(registry)-left,
		leftBehind(left))}, nil)
}

// onlyRead is a store from which Restore cannot set games aside.
type onlyRead struct{ *replay.Store }

// SetAside implements [replay.Games]. It changes nothing.
func (onlyRead) SetAside(_ context.Context, id int64, reason error) (replay.Damaged, error) {
	return replay.Damaged{ID: id, Reason: reason.Error()}, nil
}

// resumes checks that training can resume from a checkpoint: its training state, and its sampler and
// its growth in the registry.
func (x *inspector) resumes(ctx context.Context, c runs.Checkpoint) error {
	err := loadState(ctx, x.run, x.trainer, c)
	if err == nil {
		_, err = readGrowth(c)
	}
	if err == nil {
		_, err = readPlateau(c)
	}
	if err == nil {
		_, err = restoreSampler(ctx, x.run, onlyRead{x.run.Games}, c)
	}
	return err
}

// state checks the training state of a checkpoint, if there is one.
func (x *inspector) state(ctx context.Context, c runs.Checkpoint) error {
	path := x.run.StatePath(c)
	err := x.resumes(ctx, c)
	switch {
	case err == nil:
		x.states[c.ID] = true
		return x.find(Finding{Part: "training state of step " + fmt.Sprint(c.Step)}, nil)
	case errors.Is(err, fs.ErrNotExist):
		return nil // only some checkpoints keep their state
	case !runs.Unusable(err):
		return err
	}
	f := Finding{Part: "training state of step " + fmt.Sprint(c.Step), Wrong: err.Error(),
		Mend: "rename the file: training continues from the state before"}
	return x.find(f, func() error {
		_, err := x.run.SetAside(path)
		return err
	})
}

// rewriting returns the finding about damaged weights. The repair writes the weights again from the
// training state, which the trainer must have just read.
func (x *inspector) rewriting(ctx context.Context, registry []runs.Checkpoint, i int, wrong error) (Finding,
	func() error) {
	c := registry[i]
	f := Finding{Part: c.File, Wrong: wrong.Error()}
	if !x.states[c.ID] {
		return f, nil
	}
	f.Mend = "write it again from the training state"
	return f, func() error {
		if !errors.Is(wrong, fs.ErrNotExist) {
			if _, err := x.run.SetAside(x.run.Path(c)); err != nil {
				return err
			}
		}
		parent := parentOf(c, registry[:i], x.run.Config.Init.Name())
		board, err := x.run.Whole().At(c.Stage).Board()
		if err != nil {
			return err
		}
		if _, err := saveWeights(x.run, board, x.trainer, c, parent); err != nil {
			return err
		}
		x.weights[c.ID] = true
		return x.run.Redigest(ctx, c)
	}
}

// parentOf returns the name of the weights from which training reached a checkpoint: the weights of
// an earlier checkpoint, or the init of the run. A longer budget continues from the checkpoint
// before the last cooldown.
func parentOf(c runs.Checkpoint, earlier []runs.Checkpoint, init string) string {
	for _, p := range slices.Backward(earlier) {
		if p.Branch == c.Branch || p.Phase == runs.Constant {
			return p.File
		}
	}
	return init
}

// best checks that the best checkpoint can play. If it cannot, the repair names a new best
// checkpoint: the newest sound checkpoint that the gate accepted, or otherwise the oldest sound
// checkpoint.
func (x *inspector) best(ctx context.Context, registry []runs.Checkpoint) error {
	best, ok, err := x.run.Best(ctx)
	if err != nil || len(registry) == 0 {
		return err
	}
	if !ok {
		best = registry[0].ID
	}
	if x.weights[best] {
		return x.find(Finding{Part: "best checkpoint"}, nil)
	}
	accepted, err := x.run.Accepted(ctx)
	if err != nil {
		return err
	}
	f := Finding{Part: "best checkpoint", Wrong: "its file is unusable"}
	candidates := accepted
	for _, c := range registry {
		candidates = append(candidates, c.ID)
	}
	at := slices.IndexFunc(candidates, func(id int64) bool { return x.weights[id] })
	if at < 0 {
		return x.find(f, nil)
	}
	step := registry[slices.IndexFunc(registry,
		func(c runs.Checkpoint) bool { return c.ID == candidates[at] })].Step
	f.Mend = fmt.Sprintf("make step %d the best", step)
	return x.find(f, func() error { return x.run.SetBest(ctx, candidates[at]) })
}

// resumption finds the checkpoint from which training resumes.
func (x *inspector) resumption(_ context.Context, registry []runs.Checkpoint) error {
	if len(registry) == 0 {
		return x.find(Finding{Part: "continues: the run has not begun"}, nil)
	}
	for i, c := range slices.Backward(registry) {
		switch {
		case c.Phase == runs.Final && i == len(registry)-1 && x.weights[c.ID]:
			part := fmt.Sprintf("continues: the run is finished at step %d", c.Step)
			return x.find(Finding{Part: part}, nil)
		case x.weights[c.ID] && x.states[c.ID]:
			return x.find(Finding{Part: fmt.Sprintf("continues: from step %d", c.Step)}, nil)
		}
	}
	newest := registry[len(registry)-1]
	return x.find(Finding{Part: "going on", Wrong: fmt.Sprintf("no training state is usable; "+
		"start another run from a checkpoint with --init, such as %s", x.run.Path(newest))}, nil)
}

// foreignFiles lists the files that training never reads or changes.
func (x *inspector) foreignFiles(context.Context, []runs.Checkpoint) error {
	names, err := x.run.ForeignFiles()
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := x.find(Finding{Part: "checkpoints/" + name + " (not made by training, stays)"},
			nil); err != nil {
			return err
		}
	}
	return nil
}
