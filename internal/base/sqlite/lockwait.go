package sqlite

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// patience is the limit of a wait that tells nobody.
const patience = 30 * time.Second

// A wait tells of itself first after a moment, so that short ones stay silent, and then at intervals.
const (
	firstTold = 2 * time.Second
	toldEvery = 5 * time.Minute
)

// LockWait waits while another process keeps a database locked, for example one that is suspended
// in the middle of a write. Several goroutines may share it.
type LockWait struct {
	first, every time.Duration

	mu    sync.Mutex
	limit time.Duration // 0 for none
	tell  func(text string)
	told  time.Time // time of the last note; zero without a wait
}

// NewLockWait returns a wait without end. It calls tell at first after two seconds and then every five
// minutes. Without tell it gives up after 30 seconds.
func NewLockWait(tell func(text string)) *LockWait {
	w := &LockWait{first: firstTold, every: toldEvery, tell: tell}
	if tell == nil {
		w.limit = patience
	}
	return w
}

// Tell replaces the function that is told. A wait that began without one stays silent.
func (w *LockWait) Tell(tell func(text string)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.tell != nil {
		w.tell = tell
	}
}

// SetLimit makes all waits from now on give up after a time.
func (w *LockWait) SetLimit(limit time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.limit = limit
}

// Retry calls do again while another process keeps the database locked, until ctx is cancelled or
// the wait has lasted too long. Then it returns what do returned last, or the error of ctx.
func (w *LockWait) Retry(ctx context.Context, do func() error) error {
	start := time.Now()
	for tried := false; ; tried = true {
		err := do()
		if !IsBusy(err) {
			if tried { // others may read meanwhile, which says nothing of the lock
				w.over(start)
			}
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if w.waited(time.Since(start)) {
			return fmt.Errorf("another process keeps it locked: %w", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
}

// waited tells of a wait when it is due, and reports whether the wait has lasted too long.
func (w *LockWait) waited(so time.Duration) (tooLong bool) {
	w.mu.Lock()
	tell, limit := w.tell, w.limit
	due := tell != nil && so >= w.first && (w.told.IsZero() || time.Since(w.told) >= w.every)
	if due {
		w.told = time.Now()
	}
	w.mu.Unlock()
	if due {
		tell(fmt.Sprintf("another process has kept the database locked for %v, perhaps one that is suspended: waiting until it goes on or ends", so.Round(time.Second)))
	}
	return limit > 0 && so > limit
}

// over tells the end of a wait, if its start was told.
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
