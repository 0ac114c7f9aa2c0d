package replay

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
)

// ErrMoved means that a writer opened the database during an immutable read. Discard the result and
// retry.
var ErrMoved = errors.New("the database came into use while it was read")

// ReadOnly is a connection to a run's database that never writes the file or its log, and makes no
// other file. A writer never waits for it; the writer's log is only emptied a moment later. Hold it
// for a short time: a writer that ends meanwhile leaves its log behind, whole or empty, and the
// next writer takes it in.
//
// A database that no process has open is one file, and SQLite would make a log even to read it. So
// ReadOnly reads it as immutable, and [ReadOnly.Confirm] checks that it did not change. With a log
// there is also an index of the log in shared memory, and ReadOnly reads both.
type ReadOnly struct {
	DB   *sql.DB
	path string // absolute
	log  bool   // the log is read too
}

// OpenReadOnly connects to the database at path. The error wraps [fs.ErrNotExist] if there is none
// and [ErrForeign] if the file is not the database of a run.
func OpenReadOnly(ctx context.Context, path string) (*ReadOnly, error) {
	fail := func(err error) (*ReadOnly, error) { return nil, fmt.Errorf("replay: look into %s: %w", path, err) }
	absolute, err := filepath.Abs(path)
	if err != nil {
		return fail(err)
	}
	info, err := os.Stat(absolute)
	if err != nil {
		return fail(err)
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait for its other end
		return fail(fmt.Errorf("%w: it is no file", ErrForeign))
	}
	r := &ReadOnly{path: absolute}
	if r.log, err = r.hasLog(); err != nil {
		return fail(err)
	}
	if r.DB, err = sql.Open("sqlite", r.dataSource()); err != nil {
		return fail(err)
	}
	r.DB.SetMaxOpenConns(1)
	if err := r.inspect(ctx); err != nil {
		return fail(errors.Join(err, r.DB.Close()))
	}
	return r, nil
}

// dataSource returns the driver's name for the database.
func (r *ReadOnly) dataSource() string {
	options := url.Values{"mode": {"ro"}, "_busy_timeout": {strconv.FormatInt(busyWait.Milliseconds(), 10)}}
	if r.log {
		options.Set("readonly_shm", "1")
	} else {
		options.Set("immutable", "1")
	}
	name := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(r.path), RawQuery: options.Encode()}
	return name.String()
}

// hasLog reports whether the database has a log that is not empty.
func (r *ReadOnly) hasLog() (bool, error) {
	info, err := os.Stat(r.path + "-wal")
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && info.Size() > 0, err
}

// inspect returns an error if the file is not the database of a run, or has games of another
// version.
func (r *ReadOnly) inspect(ctx context.Context) error {
	var id int
	if err := r.DB.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil {
		return err
	}
	if id != applicationID {
		return fmt.Errorf("%w: another program made it, or it is not yet begun", ErrForeign)
	}
	tx, err := r.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	return checkVersion(ctx, tx)
}

// Confirm returns an error that wraps [ErrMoved] if the data read so far may be inconsistent.
func (r *ReadOnly) Confirm() error {
	if r.log {
		return nil
	}
	log, err := r.hasLog()
	if err == nil && log {
		err = ErrMoved
	}
	if err != nil {
		return fmt.Errorf("replay: look into %s: %w", r.path, err)
	}
	return nil
}

// Close ends the connection.
func (r *ReadOnly) Close() error { return r.DB.Close() }
