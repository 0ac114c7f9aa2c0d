package loop

import (
	"context"
	"errors"
	"fmt"

	"epaminondas/internal/training/runs"
)

// backUp handles an error about a lost database. This process still has the database open, so
// backUp writes a copy. The returned error also names the copy. backUp returns other errors
// unchanged.
func (l *loop) backUp(ctx context.Context, failed error) error {
	if !errors.Is(failed, runs.ErrGone) {
		return failed
	}
	path, err := l.run.Backup(context.WithoutCancel(ctx))
	if err != nil {
		return fmt.Errorf("%w. Training stops, and could not write a copy: put the database back from a copy "+
			"of your own: %w", failed, err)
	}
	return fmt.Errorf("%w. Training stops after checkpoint %s. A copy of the database with all games is "+
		"%s: move it to %s and remove %s-wal and %s-shm, then give the same command again",
		failed, l.lastSaved.File, path, l.run.Database(), l.run.Database(), l.run.Database())
}
