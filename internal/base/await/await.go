// Package await ends the wait for work that cannot be interrupted, such as a training step of a huge
// network. The work is left behind: its goroutine goes on until it is done or the process ends. So
// only a command that is about to end may use it, and nothing that the work holds may be used again.
package await

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Grace is how long work may go on after an interruption before it is left behind.
const Grace = time.Second

// ErrLeft says that work was left behind. The error also wraps that of the context.
var ErrLeft = errors.New("the work in progress takes too long to wait for")

// Done returns what do returns. If ctx ends and do does not return within grace after that, it
// returns an error that wraps [ErrLeft] and the error of ctx.
func Done[T any](ctx context.Context, grace time.Duration, do func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1) // so that work left behind can end
	go func() {
		value, err := do()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
	}
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case r := <-done:
		return r.value, r.err
	case <-timer.C:
		var none T
		return none, fmt.Errorf("%w: %w", ErrLeft, ctx.Err())
	}
}
