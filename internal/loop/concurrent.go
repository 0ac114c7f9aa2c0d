package loop

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"epaminondas/internal/run"
	"epaminondas/internal/selfplay"
)

// waitForGames is how often a wait for games or for training looks at the clock.
const waitForGames = 20 * time.Millisecond

// runConcurrently lets self-play, training and gate share the CPU until the budget is spent.
func (l *Loop) runConcurrently(ctx context.Context) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	helpers, working := errgroup.WithContext(working)
	helpers.Go(func() error { return l.pool(l.nextConcurrent).Run(working) })
	helpers.Go(func() error { return l.gateConcurrently(working) })

	trained := l.trainConcurrently(working)
	stop()
	helped := helpers.Wait()
	if errors.Is(helped, context.Canceled) {
		helped = nil // we stopped them
	}
	if ctx.Err() != nil { // interrupted from outside: keep what was learnt
		return errors.Join(ctx.Err(), helped, l.save(context.WithoutCancel(ctx)))
	}
	if helped != nil {
		return helped
	}
	if trained != nil {
		return trained
	}
	if err := l.save(ctx); err != nil {
		return err
	}
	return l.judgeFinal(ctx)
}

// nextConcurrent hands out games without end, but waits while training is far behind.
func (l *Loop) nextConcurrent(ctx context.Context) (uint64, selfplay.Model, bool) {
	for l.config.Replay.Ahead > 0 && l.learner.ready() > l.config.Replay.Ahead {
		if !sleep(ctx, waitForGames) {
			return 0, selfplay.Model{}, false
		}
	}
	number := l.nextGame
	l.nextGame++
	return number, l.model(), true
}

// trainConcurrently learns whenever there is enough to learn from, and saves a checkpoint after each cycle.
func (l *Loop) trainConcurrently(ctx context.Context) error {
	phase := l.schedule.phase(l.progress())
	for ctx.Err() == nil {
		now := l.schedule.phase(l.progress())
		if now == run.Final {
			return nil
		}
		if now != phase { // a longer run branches off here
			if err := l.saveAs(ctx, phase); err != nil {
				return err
			}
			phase = now
		}
		if l.learner.ready() == 0 {
			l.wait(ctx)
			continue
		}
		if err := l.step(); err != nil {
			return err
		}
		if l.learner.trainer.Steps()%l.config.Train.CycleSteps == 0 {
			if err := l.saveAs(ctx, phase); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// wait returns when a game has come, or soon.
func (l *Loop) wait(ctx context.Context) {
	timer := time.NewTimer(waitForGames)
	defer timer.Stop()
	select {
	case <-l.learner.arrived:
	case <-timer.C:
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.observer.Progress(l.progress())
}

// sleep waits, unless ctx is cancelled first.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
