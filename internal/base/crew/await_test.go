package crew

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestDone checks the result of work that ends, even after an interruption.
func TestDone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for range 2 {
		got, err := Await(ctx, time.Hour, func() (int, error) { return 3, errors.ErrUnsupported })
		if got != 3 || !errors.Is(err, errors.ErrUnsupported) || errors.Is(err, ErrLeft) {
			t.Errorf("got %d, %v, want what the work returns", got, err)
		}
		cancel()
	}
}

// TestLeft abandons work that does not end.
func TestLeft(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	never, ended := make(chan struct{}), make(chan struct{})
	_, err := Await(ctx, time.Millisecond, func() (int, error) {
		defer close(ended)
		cancel()
		<-never
		return 3, nil
	})
	if !errors.Is(err, ErrLeft) || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want ErrLeft and the context's error", err)
	}
	close(never)
	<-ended
}
