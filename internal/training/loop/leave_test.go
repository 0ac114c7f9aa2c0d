package loop

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"epaminondas/internal/base/await"
	"epaminondas/internal/training/runs"
)

// A helper that fails ends training with its own error, also if a training step was left behind.
func TestLeaveNamesTheCause(t *testing.T) {
	behind := fmt.Errorf("%w: %w", await.ErrLeft, context.Canceled)
	l := &loop{left: true}
	if err := l.leave(t.Context(), behind, runs.ErrGone); !errors.Is(err, runs.ErrGone) {
		t.Errorf("without its database it ends with %v, want %v", err, runs.ErrGone)
	}
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	if err := l.leave(interrupted, behind, context.Canceled); !errors.Is(err, await.ErrLeft) {
		t.Errorf("interrupted it ends with %v, want %v", err, await.ErrLeft)
	}
}
