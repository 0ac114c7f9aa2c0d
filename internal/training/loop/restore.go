package loop

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"epaminondas/internal/training/runs"
	"epaminondas/net"
)

// errDamaged says that a checkpoint is of no use for going on, but one before it may be.
var errDamaged = errors.New("a checkpoint is damaged")

// resumable returns the checkpoints that a run can go on from: first from, then those before it on
// the same schedule whose training states are there, the newest first.
func (l *loop) resumable(registry []runs.Checkpoint, from runs.Checkpoint) []runs.Checkpoint {
	list := []runs.Checkpoint{from}
	for _, c := range slices.Backward(registry) {
		onPath := c.Phase == runs.Constant ||
			c.Phase == runs.Cooldown && c.Budget == from.Budget && c.Branch == from.Branch
		if c.ID >= from.ID || !onPath {
			continue
		}
		if _, err := os.Stat(l.run.StatePath(c)); err == nil {
			list = append(list, c)
		}
	}
	return list
}

// restoreFirstSound goes on from the first of some checkpoints that is sound, and says so if that
// is not the first of all.
func (l *loop) restoreFirstSound(ctx context.Context, list []runs.Checkpoint) error {
	var failed error
	for i, c := range list {
		err := l.restoreFrom(ctx, c)
		if err == nil {
			if i > 0 {
				l.branch++ // the damaged one and its name stay in the registry
				l.notice(fmt.Sprintf("%v: going on from step %d instead", failed, c.Step))
			}
			l.setLineage(list[i:])
			return nil
		}
		if !errors.Is(err, errDamaged) {
			return err
		}
		failed = errors.Join(failed, err)
	}
	return fmt.Errorf("%w\nloop: no checkpoint of %s is left to go on from; \"train repair --run %s\" "+
		"says what is sound", failed, l.run.Dir, l.run.Dir)
}

// setLineage notes the checkpoints whose training states are kept: list begins with the one that
// the run goes on from.
func (l *loop) setLineage(list []runs.Checkpoint) {
	if len(list) > 1 {
		l.previous = list[1]
	}
	var constant []runs.Checkpoint
	for _, c := range list {
		if c.Phase == runs.Constant {
			constant = append(constant, c)
		}
	}
	if len(constant) > 0 {
		l.trunk = constant[0]
	}
	if len(constant) > 1 {
		l.oldTrunk = constant[1]
	}
}

// restoreFrom brings trainer, sampler and timer to where they were at a checkpoint. The error wraps
// errDamaged if the files of the checkpoint are damaged; then the loop has not changed.
func (l *loop) restoreFrom(ctx context.Context, c runs.Checkpoint) error {
	latest, err := l.load(ctx, c)
	if err != nil {
		return damaged(err)
	}
	if err := loadState(ctx, l.run, l.learner.trainer, c); err != nil {
		return damaged(err)
	}
	if err := l.learner.restore(ctx, l.store, c); err != nil {
		return err
	}
	l.tellLost(l.learner.sampler.Lost())
	l.lastSaved, l.latest = c, latest
	l.timer.addEarlier(c)
	return nil
}

// A stateLoader is a trainer as far as its state is concerned.
type stateLoader interface {
	LoadState(path string) error
	Steps() int64
}

// loadState loads the training state of a checkpoint. The error wraps run.ErrSwapped if the state
// is sound, but not the one that the run wrote.
func loadState(ctx context.Context, r *runs.Run, trainer stateLoader, c runs.Checkpoint) error {
	path := r.StatePath(c)
	if err := trainer.LoadState(path); err != nil {
		return err
	}
	if step := trainer.Steps(); step != c.Step {
		return fmt.Errorf("loop: %s: %w: it is of step %d, want %d; \"train repair --run %s\" sets it "+
			"aside", path, runs.ErrSwapped, step, c.Step, r.Dir)
	}
	if err := r.CheckDigest(ctx, path); err != nil {
		return fmt.Errorf("%w; \"train repair --run %s\" sets it aside", err, r.Dir)
	}
	return nil
}

// damaged marks an error that says that a file is damaged or missing.
func damaged(err error) error {
	if errors.Is(err, net.ErrCorrupt) || errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return err
}
