package loop

import (
	"context"
	"errors"
	"fmt"
	"time"

	"epaminondas/internal/base/crew"
	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay"
)

// waitForGames is the time between two looks at the clock in a wait.
const waitForGames = 20 * time.Millisecond

// lastWait is the longest wait of an interrupted run for a locked database before it saves its
// state.
const lastWait = 500 * time.Millisecond

// runConcurrently runs self-play, training and gate together until the budget is spent or the stage is
// over.
func (l *loop) runConcurrently(ctx context.Context) error {
	helpers, working := crew.New(ctx)
	working, stop := context.WithCancel(working)
	defer stop()
	if l.config.Selfplay.WorkerCount() > 0 {
		helpers.Go(func() error { return l.pool(l.nextConcurrent).Run(working) })
	}
	helpers.Go(func() error { return l.watch(working) })
	helpers.Go(func() error { return l.gateConcurrently(working) })

	trained := l.trainConcurrently(working)
	stop()
	if err := l.leave(ctx, trained, helpers.Wait()); err != nil || l.stageOver() {
		return err
	}
	if err := l.save(ctx); err != nil { // an interrupted last match must not lose the checkpoint
		return err
	}
	return l.saveJudged(ctx, l.schedule.Phase(l.progress()))
}

// leave returns nil if training came to its end, otherwise the errors that ended it. trained is the
// error of training, and helped has the errors of its helpers. If ctx was cancelled, or a helper
// failed when training was over, leave saves the training so far, but not in a serial run.
func (l *loop) leave(ctx context.Context, trained, helped error) error {
	interrupted := ctx.Err() != nil
	err := crew.Join(trained, helped)
	switch {
	case trained == nil && !interrupted && !crew.Failed(helped):
		return nil // the end of training has stopped the helpers
	case l.left, crew.Failed(trained), trained != nil && !interrupted, errors.Is(err, runs.ErrGone):
		return err
	case l.config.Train.Serial:
		return crew.Join(ctx.Err(), err)
	}
	if interrupted {
		l.run.LimitLockWait(lastWait)
	}
	saved := l.save(context.WithoutCancel(ctx))
	if saved != nil {
		saved = fmt.Errorf("loop: the work after step %d could not be saved: %w", l.lastSaved.Step, saved)
	}
	return crew.Join(ctx.Err(), err, saved)
}

// nextConcurrent returns the next game. It waits while training is far behind.
func (l *loop) nextConcurrent(ctx context.Context) (uint64, selfplay.Player, bool) {
	for l.config.Replay.Ahead > 0 && l.learner.ready() > l.config.Replay.Ahead {
		if crew.Sleep(ctx, waitForGames) != nil {
			return 0, selfplay.Player{}, false
		}
	}
	return l.numbers.Take(), l.model(), true
}

// trainConcurrently trains whenever there are enough positions, and saves a checkpoint after each
// cycle.
func (l *loop) trainConcurrently(ctx context.Context) error {
	phase := l.schedule.Phase(l.progress())
	for ctx.Err() == nil {
		if l.stageOver() {
			return nil
		}
		now := l.schedule.Phase(l.progress())
		if now != phase && phase == runs.Constant && l.schedule.Cooldown > 0 { // for a longer run
			if err := l.saveAs(ctx, phase); err != nil {
				return err
			}
		}
		if phase = now; phase == runs.Final {
			return l.land(ctx)
		}
		if l.learner.ready() == 0 {
			l.wait(ctx)
			continue
		}
		if err := l.step(ctx); err != nil {
			return err
		}
		if l.cycleEnds() {
			if err := l.saveAs(ctx, phase); err != nil {
				return err
			}
			if err := l.lookForPlateau(ctx); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// cycleEnds reports whether a checkpoint is due after a step. The step must be a multiple of the
// cycle's steps, and the cycle's time must be over.
func (l *loop) cycleEnds() bool {
	if l.learner.trainer.Steps()%l.config.Train.CycleSteps != 0 {
		return false
	}
	elapsed, _ := l.timer.spent()
	return elapsed-l.lastSaved.Elapsed >= time.Duration(l.config.Train.CycleTime)
}

// wait returns when a game arrives, or at the latest after waitForGames.
func (l *loop) wait(ctx context.Context) {
	timer := time.NewTimer(waitForGames)
	defer timer.Stop()
	select {
	case <-l.learner.arrived:
	case <-timer.C:
	case <-ctx.Done():
	}
	have, want := l.learner.positions(), l.config.Replay.Min
	l.observe(func(o Observer) {
		o.Progress(l.progress())
		if have < want {
			o.Doing("positions before training begins", have, want)
		}
	})
}
