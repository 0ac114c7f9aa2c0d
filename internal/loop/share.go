package loop

import (
	"context"
	"time"
)

// share keeps one goroutine's work within a share of the time.
type share struct {
	most  float64       // busy time for each unit of time
	began time.Time     // of the account
	busy  time.Duration // in the account
	since time.Time     // when the work last went on
}

// newShare opens an account; most is the busy time allowed for each unit of time.
func newShare(most float64) *share {
	return &share{most: most, began: time.Now()}
}

// resume says that work begins after a pause that was nobody's fault.
func (s *share) resume() { s.since = time.Now() }

// wait is called from time to time by the worker, and returns when it may go on.
func (s *share) wait(ctx context.Context) {
	now := time.Now()
	s.busy += now.Sub(s.since)
	due := time.Duration(float64(s.busy) / s.most)
	if early := due - now.Sub(s.began); early > 0 {
		sleep(ctx, early)
	}
	s.since = time.Now()
}
