package crew

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Grace is the time for which work may continue after an interruption before [Await] abandons it.
const Grace = time.Second

// ErrLeft means that [Await] abandoned the work. The error also wraps the error of the context.
var ErrLeft = errors.New("the work in progress takes too long to wait for")

// Sleep waits for d. It returns the error of ctx if ctx ends first.
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Await returns the results of do, which cannot be interrupted, such as a training step of a huge
// network. If ctx ends and do does not return within grace after that, Await
// returns an error that wraps [ErrLeft] and the error of ctx. The work continues until it is done or the
// process ends. So only a command that is about to end may abandon work, and it must not use the data of
// the work again.
func Await[T any](ctx context.Context, grace time.Duration, do func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1) // buffered so that abandoned work can end
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
