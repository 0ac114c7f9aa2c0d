package replay

import (
	"context"
	"errors"
	"fmt"
	"os"

	"epaminondas/internal/base/sqlite"
)

// OpenReadOnly connects to a run's database at path, for a short read. The error wraps
// [io/fs.ErrNotExist] if there is no file, and [ErrForeign] if the file is not the database of a
// run.
func OpenReadOnly(ctx context.Context, path string) (*sqlite.ReadOnly, error) {
	fail := func(err error) (*sqlite.ReadOnly, error) {
		return nil, fmt.Errorf("replay: read %s: %w", path, err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return fail(err)
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait for its other end
		return fail(fmt.Errorf("%w: the path does not name a regular file", ErrForeign))
	}
	r, err := sqlite.OpenReadOnly(path)
	if err != nil {
		return fail(err)
	}
	if err := checkRun(ctx, r); err != nil {
		return fail(errors.Join(sqlite.NamesLocks(path, err), r.Close()))
	}
	return r, nil
}

// checkRun refuses a database that does not belong to a run, or that has games of another version.
func checkRun(ctx context.Context, r *sqlite.ReadOnly) error {
	id, err := r.ApplicationID(ctx)
	if err != nil {
		return err
	}
	if id != applicationID {
		return fmt.Errorf("%w: another program made the database, or the database is still empty", ErrForeign)
	}
	tx, err := r.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	return checkVersion(ctx, tx)
}

// NewReadOnlyStore returns a store of the games in r. Its methods that write return an error. It is
// valid until r is closed, and needs no Close.
func NewReadOnlyStore(r *sqlite.ReadOnly) *Store {
	return &Store{db: r.DB, path: r.Path(), wait: sqlite.NewLockWait(nil)}
}
