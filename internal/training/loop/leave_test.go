package loop

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"epaminondas/internal/base/crew"
	"epaminondas/internal/training/runs"
)

// A helper that fails ends training with its own error, also if a training step was left behind.
func TestLeaveNamesTheCause(t *testing.T) {
	behind := fmt.Errorf("%w: %w", crew.ErrLeft, context.Canceled)
	l := &loop{left: true}
	if err := l.leave(t.Context(), behind, runs.ErrGone); !errors.Is(err, runs.ErrGone) {
		t.Errorf("without its database it ends with %v, want %v", err, runs.ErrGone)
	}
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	if err := l.leave(interrupted, behind, context.Canceled); !errors.Is(err, crew.ErrLeft) {
		t.Errorf("interrupted it ends with %v, want %v", err, crew.ErrLeft)
	}
}

// A helper that fails while training ends, or while the user interrupts it, is reported, and the work
// is saved.
func TestLeaveReportsHelpers(t *testing.T) {
	disk := errors.New("the disk is full")
	for _, interrupt := range []bool{false, true} {
		config := cycling()
		config.Train.Serial = false
		dir := begun(t, config)
		r := open(t, dir, config)
		l, err := newLoop(t.Context(), systemClocks(), r, &silent{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(l.close)
		before := l.lastSaved.Step
		if err := l.step(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var trained error
		if interrupt {
			cancel()
			trained = ctx.Err()
		}
		err = l.leave(ctx, trained, errors.Join(context.Canceled, disk))
		if !errors.Is(err, disk) || errors.Is(err, context.Canceled) {
			t.Errorf("interrupted %v: it ends with %v, want %v", interrupt, err, disk)
		}
		if l.lastSaved.Step != before+1 {
			t.Errorf("interrupted %v: step %d is not saved", interrupt, before+1)
		}
	}
	l := &loop{config: mini()}
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	if err := l.leave(interrupted, context.Canceled, disk); !errors.Is(err, disk) ||
		errors.Is(err, context.Canceled) {
		t.Errorf("a serial run ends with %v, want %v", err, disk)
	}
}
