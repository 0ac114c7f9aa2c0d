package crew

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

var (
	errDisk = errors.New("the disk is full")
	errGame = errors.New("a game is wrong")
)

// An error is not hidden by a cancellation, whichever comes first.
func TestWaitKeepsErrorsBesideCancellations(t *testing.T) {
	for range 100 {
		ctx, interrupt := context.WithCancel(t.Context())
		c, working := New(ctx)
		for _, err := range []error{nil, errDisk, errGame} {
			c.Go(func() error {
				<-working.Done()
				return errors.Join(working.Err(), err)
			})
		}
		interrupt()
		err := c.Wait()
		if !errors.Is(err, errDisk) || !errors.Is(err, errGame) || errors.Is(err, context.Canceled) {
			t.Fatalf("it waits for %v", err)
		}
	}
}

// The first error ends the other goroutines.
func TestFirstErrorEndsTheOthers(t *testing.T) {
	c, working := New(t.Context())
	c.Go(func() error { <-working.Done(); return working.Err() })
	c.Go(func() error { return errDisk })
	if err := c.Wait(); err != errDisk {
		t.Errorf("it ends with %v, want only %v", err, errDisk)
	}
}

func TestJoin(t *testing.T) {
	cancelled := fmt.Errorf("append a game: %w", context.Canceled)
	left := fmt.Errorf("%w: %w", errors.New("left"), context.Canceled)
	for _, test := range []struct {
		list   []error
		want   string
		failed bool
	}{
		{nil, "", false},
		{[]error{nil, nil}, "", false},
		{[]error{cancelled, context.Canceled}, cancelled.Error(), false},
		{[]error{left, context.Canceled}, left.Error(), false},
		{[]error{context.Canceled, errDisk, cancelled}, errDisk.Error(), true},
		{[]error{errDisk, errDisk}, errDisk.Error(), true},
		{[]error{errors.Join(cancelled, errDisk), errGame}, errDisk.Error() + "\n" + errGame.Error(), true},
	} {
		got := Join(test.list...)
		text := ""
		if got != nil {
			text = got.Error()
		}
		if text != test.want || Failed(errors.Join(test.list...)) != test.failed {
			t.Errorf("Join(%v) = %q, want %q; failed %v", test.list, text, test.want, !test.failed)
		}
	}
}
