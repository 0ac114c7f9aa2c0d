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

// ErrMoved means that a writer opened the database during an immutable read. Discard the result and
// retry.
var ErrMoved = errors.New("another process opened the database during the read")

// ReadOnly is a connection to a database that never writes: it changes neither the file nor its
// log, and it makes no file beside them. It does not make a writer wait, but it may delay the
// emptying of the log. Hold the connection only for a moment: a writer that ends meanwhile leaves
// its log, whole or empty, and the next process folds the log into the database.
//
// A database that no process has open is one file, and SQLite would make a log even to read it.
// ReadOnly therefore reads such a file as immutable, and [ReadOnly.Confirm] says whether it stayed
// immutable. A database with a log also has an index of the log in shared memory, which ReadOnly
// can use without writing.
type ReadOnly struct {
	DB   *sql.DB
	path string // absolute
	log  bool   // read the log too
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

// hasLog reports whether the database has a log that is not empty.
func (r *ReadOnly) hasLog() (bool, error) {
	info, err := os.Stat(r.path + LogEnding)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && info.Size() > 0, err
}

// ApplicationID returns the number by which a program marks its databases, or 0.
func (r *ReadOnly) ApplicationID(ctx context.Context) (id int, err error) {
	err = r.DB.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id)
	return id, err
}

// Confirm returns an error that wraps [ErrMoved] if earlier reads may be torn.
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
