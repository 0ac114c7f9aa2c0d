package loop

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// errDamaged means that training cannot resume from a checkpoint. An earlier checkpoint may still
// be sound.
var errDamaged = errors.New("a checkpoint is damaged")

// resumable returns the checkpoints from which a run can resume, newest first. The first is from,
// and earlier checkpoints on the same schedule follow if they have a training state.
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

// restoreFirstSound resumes from the first sound checkpoint in list. It sends a notice if it had to
// skip a damaged checkpoint.
func (l *loop) restoreFirstSound(ctx context.Context, list []runs.Checkpoint) error {
	var failed error
	for i, c := range list {
		err := l.restoreFrom(ctx, c)
		if err == nil {
			if i > 0 {
				l.branch++ // the registry keeps the damaged checkpoint and its name
				l.notice(fmt.Sprintf("%v: continuing from step %d instead", failed, c.Step))
			}
			l.setLineage(list[i:])
			return nil
		}
		if !errors.Is(err, errDamaged) {
			return err
		}
		failed = errors.Join(failed, err)
	}
	return fmt.Errorf("%w\nloop: %s has no usable checkpoint to continue from; \"train repair --run %s\" "+
		"says what is sound", failed, l.run.Dir, l.run.Dir)
}

// setLineage records the checkpoints that keep their training states. The run resumes from the
// first checkpoint in list.
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

// restoreFrom restores trainer, sampler and timer from a checkpoint. If its files or its row in the
// registry are damaged, the error wraps errDamaged and the loop stays unchanged.
func (l *loop) restoreFrom(ctx context.Context, c runs.Checkpoint) error {
	if c.Stage != l.run.Stage() {
		if err := l.enter(ctx, c.Stage); err != nil {
			return err
		}
	}
	latest, err := l.load(ctx, c)
	if err != nil {
		return damaged(err)
	}
	if err := loadState(ctx, l.run, l.learner.trainer, c); err != nil {
		return damaged(err)
	}
	growth, err := readGrowth(c)
	if err != nil {
		return damaged(err)
	}
	plateau, err := readPlateau(c)
	if err != nil {
		return damaged(err)
	}
	if err := l.learner.restore(ctx, shown{l.store, l}, c); err != nil {
		return damaged(err)
	}
	l.growth, l.plateau = growth, plateau
	l.tellLost(l.learner.sampler.Lost())
	l.lastSaved, l.latest = c, latest
	l.timer.addEarlier(c)
	return nil
}

// shown is the games of a run, and shows the progress of walks over them.
type shown struct {
	replay.Games
	loop *loop
}

// Walk implements [replay.Games].
func (s shown) Walk(ctx context.Context, first, last int64,
	do func(id int64, g *replay.Game, damage error) error) error {
	const often = 200 // games
	return s.Games.Walk(ctx, first, last, func(id int64, g *replay.Game, damage error) error {
		if done := id - first + 1; done%often == 0 {
			s.loop.observe(func(o Observer) { o.Doing("games of the window", int(done), int(last-first+1)) })
		}
		return do(id, g, damage)
	})
}

// String returns the name of the games, for errors.
func (s shown) String() string { return fmt.Sprint(s.Games) }

// A stateLoader loads the state of a trainer.
type stateLoader interface {
	LoadState(path string) error
	Steps() int64
}

// loadState loads the training state of a checkpoint. The error wraps runs.ErrSwapped if the state
// is sound, but is not the state that the run wrote.
func loadState(ctx context.Context, r *runs.Run, trainer stateLoader, c runs.Checkpoint) error {
	path := r.StatePath(c)
	if err := trainer.LoadState(path); err != nil {
		return err
	}
	if step := trainer.Steps(); step != c.Step {
		return fmt.Errorf("loop: %s: %w: the step of the file is %d, want %d; "+
			"\"train repair --run %s\" sets it aside", path, runs.ErrSwapped, step, c.Step, r.Dir)
	}
	if err := r.CheckDigest(ctx, path); err != nil {
		return fmt.Errorf("%w; \"train repair --run %s\" sets it aside", err, r.Dir)
	}
	return nil
}

// damaged wraps errDamaged around an error about a damaged or missing part of a checkpoint.
func damaged(err error) error {
	if runs.Damaged(err) {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return err
}
