package loop

import (
	"context"
	"math"
	"time"

	"epaminondas/internal/training/runs"
)

// Times between two checks for games of other processes, and between two messages to them.
const (
	lookForOthers = 400 * time.Millisecond
	tellOthers    = 2 * time.Second
)

// watch gives new games to the learner: games of this process at once, and games of other processes
// within a second. It tells the other processes when there are enough unused games. It ends when
// ctx ends or the database is removed. While the run learns from an older run, other processes
// wait, and the learner gets their games later.
func (l *loop) watch(ctx context.Context) error {
	var told runs.Flow
	for {
		if err := l.run.Present(); err != nil {
			return err
		}
		behind := false
		if l.growth == nil {
			var err error
			if behind, err = l.followSome(ctx, math.MaxInt64); err != nil {
				return err
			}
		}
		flow := l.learner.flow()
		flow.Ahead, flow.Told, flow.Wait = l.config.Replay.Ahead, time.Now(), l.growth != nil
		if flow.Enough() != told.Enough() || flow.Told.Sub(told.Told) >= tellOthers {
			if err := l.run.SetFlow(ctx, flow); err != nil {
				return err
			}
			told = flow
		}
		if behind && ctx.Err() == nil {
			continue
		}
		select {
		case <-l.stored:
		case <-time.After(lookForOthers):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
