package loop

import (
	"context"
	"time"

	"epaminondas/internal/training/runs"
)

// How often a run at work looks at what other processes do, and tells them how it gets on.
const (
	lookForOthers = 400 * time.Millisecond
	tellOthers    = 2 * time.Second
)

// watch lets the learner see the games of other processes within a second, and tells these
// processes when unused games are enough. It ends with ctx, or when the database is gone.
func (l *loop) watch(ctx context.Context) error {
	var told runs.Flow
	for {
		if err := l.run.Present(); err != nil {
			return err
		}
		if err := l.follow(ctx); err != nil {
			return err
		}
		flow := l.learner.flow()
		flow.Ahead, flow.Told = l.config.Replay.Ahead, time.Now()
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
