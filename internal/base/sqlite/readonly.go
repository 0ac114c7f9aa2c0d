package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
)

// ErrMoved says that a writer opened the database during an immutable read. Discard the result and
// read again.
var ErrMoved = errors.New("the database came into use while it was read")

// ReadOnly is a connection to a database that never writes: not the file, not its log, and it makes no
// file beside it. Nor does it make a writer wait; the writer only finds that its log is emptied a moment
// later. Hold it for a moment only: a writer that ends meanwhile leaves its log behind, whole or empty,
// for the next one to take in.
//
// A database that no process has open is one file, and SQLite would make a log even to read it. So it
// is read as immutable then, and [ReadOnly.Confirm] says whether it stayed so. With a log there is also
// an index of it in shared memory, which is read as it is.
type ReadOnly struct {
	DB   *sql.DB
	path string // absolute
	log  bool   // the log is read too
}

// OpenReadOnly connects to the database at path.
func OpenReadOnly(path string) (*ReadOnly, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	r := &ReadOnly{path: absolute}
	if r.log, err = r.hasLog(); err != nil {
		return nil, err
	}
	options := url.Values{"mode": {"ro"}}
	if r.log {
		options.Set("readonly_shm", "1")
	} else {
		options.Set("immutable", "1")
	}
	if r.DB, err = open(absolute, options); err != nil {
		return nil, err
	}
	r.DB.SetMaxOpenConns(1)
	return r, nil
}

// Path returns the absolute path of the database.
func (r *ReadOnly) Path() string { return r.path }

// hasLog reports whether the database has a log with anything in it.
func (r *ReadOnly) hasLog() (bool, error) {
	info, err := os.Stat(r.path + LogEnding)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && info.Size() > 0, err
}

// ApplicationID returns the number by which a program marks its databases, 0 for none.
func (r *ReadOnly) ApplicationID(ctx context.Context) (id int, err error) {
	err = r.DB.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id)
	return id, err
}

// Confirm returns an error that wraps [ErrMoved] if what was read so far may be torn.
func (r *ReadOnly) Confirm() error {
	if r.log {
		return nil
	}
	log, err := r.hasLog()
	if err == nil && log {
		err = ErrMoved
	}
	if err != nil {
		return fmt.Errorf("sqlite: look into %s: %w", r.path, err)
	}
	return nil
}

// Close ends the connection.
func (r *ReadOnly) Close() error { return r.DB.Close() }
