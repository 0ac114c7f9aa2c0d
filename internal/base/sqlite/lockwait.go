package sqlite

import (
	"context"
	"fmt"
	"sync"
	"time"

	"epaminondas/internal/base/crew"
)

// patience limits a wait without a tell function.
const patience = 30 * time.Second

// firstTold is the waiting time before the first note, and toldEvery the time between later notes.
// Short waits stay silent.
const (
	firstTold = 2 * time.Second
	toldEvery = 5 * time.Minute
)

// LockWait waits while another process keeps a database locked, for example a process that is
// suspended during a write. Several goroutines may share it.
type LockWait struct {
	first, every time.Duration

	mu    sync.Mutex
	limit time.Duration // 0 means no limit
	tell  func(text string)
	told  time.Time // time of the last note, or zero outside of a wait
}

// NewLockWait returns a wait without a limit. It calls tell after two seconds of waiting and then
// every five minutes. Without tell, a wait gives up after 30 seconds.
func NewLockWait(tell func(text string)) *LockWait {
	w := &LockWait{first: firstTold, every: toldEvery, tell: tell}
	if tell == nil {
		w.limit = patience
	}
	return w
}

// Tell replaces the tell function. A wait that began without one stays silent.
func (w *LockWait) Tell(tell func(text string)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.tell != nil {
		w.tell = tell
	}
}

// SetLimit makes all waits from now on give up after the limit.
func (w *LockWait) SetLimit(limit time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.limit = limit
}

// Retry calls do again while another process keeps the database locked, until ctx is cancelled or
// the wait has lasted too long. It returns the last result of do, or the error of ctx.
func (w *LockWait) Retry(ctx context.Context, do func() error) error {
	start := time.Now()
	for tried := false; ; tried = true {
		err := do()
		if !IsBusy(err) {
			if tried { // readers may get through meanwhile, so their success says nothing about the lock
				w.over(start)
			}
			if ctx.Err() != nil && stoppedByContext(err) {
				return ctx.Err()
			}
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if w.waited(time.Since(start)) {
			return fmt.Errorf("another process has locked it: %w", err)
		}
		if err := crew.Sleep(ctx, time.Millisecond); err != nil {
			return err
		}
	}
}

// waited sends a note about the wait if a note is due. It reports whether the wait has lasted too
// long.
func (w *LockWait) waited(so time.Duration) (tooLong bool) {
	w.mu.Lock()
	tell, limit := w.tell, w.limit
	due := tell != nil && so >= w.first && (w.told.IsZero() || time.Since(w.told) >= w.every)
	if due {
		w.told = time.Now()
	}
	w.mu.Unlock()
	if due {
		tell(fmt.Sprintf(
			"another process has kept the database locked for %v, perhaps because it is suspended: waiting until it continues or ends",
			so.Round(time.Second)))
	}
	return limit > 0 && so > limit
}

// over sends a note about the end of a wait, if a note about its start was sent.
func (w *LockWait) over(start time.Time) {
	w.mu.Lock()
	tell, told := w.tell, !w.told.IsZero()
	if told {
		w.told = time.Time{}
	}
	w.mu.Unlock()
	if told && tell != nil {
		tell(fmt.Sprintf("the database is free again after %v", time.Since(start).Round(time.Second)))
	}
}
