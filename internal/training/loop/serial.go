package loop

import (
	"context"
	"math"

	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay"
)

// runSerially alternates self-play, training and gate until the budget is spent or the stage is over.
// Each cycle is a function of the checkpoint before it, so an interrupted cycle can run again.
func (l *loop) runSerially(ctx context.Context) error {
	for l.lastSaved.Phase != runs.Final && !l.stageOver() {
		if err := l.playCycle(ctx); err != nil {
			return err
		}
		if err := l.lookForPlateau(ctx); err != nil {
			return err
		}
		if err := l.trainCycle(ctx); err != nil || l.stageOver() {
			return err
		}
		if err := l.saveJudged(ctx, l.schedule.Phase(l.progress())); err != nil {
			return err
		}
	}
	return nil
}

// playCycle plays the missing games of a cycle.
func (l *loop) playCycle(ctx context.Context) error {
	end := l.nextGame + uint64(l.config.Train.SerialGames)
	stored, err := l.store.NextNumber(ctx, l.config.Seed, math.MaxInt64)
	if err != nil {
		return err
	}
	number, model := max(l.nextGame, stored), l.model()
	err = l.pool(func(context.Context) (uint64, selfplay.Player, bool) {
		done := l.config.Train.SerialGames - int(end-min(number, end))
		l.observe(func(o Observer) { o.Doing("self-play games", done, l.config.Train.SerialGames) })
		number++
		return number - 1, model, number <= end
	}).Run(ctx)
	if err != nil {
		return err
	}
	l.nextGame = end
	// the store may have games of later cycles if this cycle is repeated
	last, err := l.store.LastBefore(ctx, l.config.Seed, end)
	if err != nil {
		return err
	}
	return l.followTo(ctx, last)
}

// trainCycle trains as many steps as the new games allow.
func (l *loop) trainCycle(ctx context.Context) error {
	for l.learner.ready() > 0 && l.schedule.Phase(l.progress()) != runs.Final && !l.stageOver() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := l.step(ctx); err != nil {
			return err
		}
	}
	return nil
}
