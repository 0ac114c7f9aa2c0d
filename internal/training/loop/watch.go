package loop

import (
	"context"
	"time"

	"epaminondas/internal/training/runs"
)

// Times between two checks for games of other processes, and between two messages to them.
const (
	lookForOthers = 400 * time.Millisecond
	tellOthers    = 2 * time.Second
)

// watch gives the games of other processes to the learner within a second. It tells these processes
// when there are enough unused games. It ends when ctx ends or the database is removed. While the
// run learns from an older run, other processes wait and their games stay for later.
func (l *loop) watch(ctx context.Context) error {
	var told runs.Flow
	for {
		if err := l.run.Present(); err != nil {
			return err
		}
		if l.growth == nil {
			if err := l.follow(ctx); err != nil {
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
		if !sleep(ctx, lookForOthers) {
			return ctx.Err()
		}
	}
}
