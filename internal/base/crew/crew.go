// Package crew runs goroutines that work together, and loses none of their errors. If the user
// interrupts a command while its disk is full, both things happen at once. The command must then
// report the disk and not only the interruption.
package crew

import (
	"context"
	"errors"
	"strings"
	"sync"
)

// Crew is a group of goroutines. The first error of any of them ends the context of all.
type Crew struct {
	cancel context.CancelFunc
	wait   sync.WaitGroup

	mu     sync.Mutex
	errors []error
}

// New returns a crew and the context for its goroutines.
func New(ctx context.Context) (*Crew, context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	return &Crew{cancel: cancel}, ctx
}

// Go starts a goroutine.
func (c *Crew) Go(do func() error) {
	c.wait.Go(func() {
		if err := do(); err != nil {
			c.mu.Lock()
			c.errors = append(c.errors, err)
			c.mu.Unlock()
			c.cancel()
		}
	})
}

// Wait waits for all goroutines, and returns their errors as [Join] does.
func (c *Crew) Wait() error {
	c.wait.Wait()
	c.cancel()
	c.mu.Lock()
	defer c.mu.Unlock()
	return Join(c.errors...)
}

// Join is [errors.Join], but it leaves out cancellations if there is another error, and the second of
// two errors with the same text. If there are only cancellations, it returns the first one.
func Join(list ...error) error {
	var kept []error
	var cancelled error
	seen := map[string]bool{}
	for _, part := range Parts(list...) {
		switch {
		case errors.Is(part, context.Canceled):
			if cancelled == nil {
				cancelled = part
			}
		case !seen[part.Error()]:
			seen[part.Error()] = true
			kept = append(kept, part)
		}
	}
	switch len(kept) {
	case 0:
		return cancelled
	case 1:
		return kept[0]
	}
	return errors.Join(kept...)
}

// Failed reports whether err has an error that is no cancellation.
func Failed(err error) bool {
	err = Join(err)
	return err != nil && !errors.Is(err, context.Canceled)
}

// Parts returns the errors that [errors.Join] has joined, and the others as they are.
func Parts(list ...error) (all []error) {
	for _, err := range list {
		if err == nil {
			continue
		}
		joined, ok := err.(interface{ Unwrap() []error })
		if ok && isJoin(err, joined.Unwrap()) {
			all = append(all, Parts(joined.Unwrap()...)...)
			continue
		}
		all = append(all, err)
	}
	return all
}

// isJoin reports whether err only lists the errors in it, as [errors.Join] does. Errors of fmt.Errorf
// say more.
func isJoin(err error, in []error) bool {
	texts := make([]string, len(in))
	for i := range in {
		texts[i] = in[i].Error()
	}
	return err.Error() == strings.Join(texts, "\n")
}
