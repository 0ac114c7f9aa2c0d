package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
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
// can use without writing. If the index is missing, because somebody copied the other two files, no
// process has the database open. ReadOnly then makes an index of its own in memory.
type ReadOnly struct {
	DB    *sql.DB
	path  string // absolute
	files files  // files of the database at the start
}

// files are the files that a database consists of.
type files int

const (
	alone     files = iota // the database without a log
	withLog                // with a log, but without its index
	withIndex              // with a log and its index
)

// indexEnding is the suffix of the index of a log.
const indexEnding = "-shm"

// OpenReadOnly connects to the database at path.
func OpenReadOnly(path string) (*ReadOnly, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	r := &ReadOnly{path: absolute}
	if r.files, err = r.look(); err != nil {
		return nil, err
	}
	options := url.Values{"mode": {"ro"}}
	switch r.files {
	case alone:
		options.Set("immutable", "1")
	case withLog: // the index is in memory if there is only one user, and nobody is there to lock out
		options.Set("vfs", lockless)
		options.Set("_pragma", "locking_mode(EXCLUSIVE)")
	case withIndex:
		options.Set("readonly_shm", "1")
	}
	if r.DB, err = open(absolute, options); err != nil {
		return nil, err
	}
	r.DB.SetMaxOpenConns(1)
	if r.files == withLog {
		if err := keepLog(r.DB); err != nil {
			return nil, errors.Join(err, r.DB.Close())
		}
	}
	return r, nil
}

// keepLog prevents the only connection of a database from removing a log without transactions when
// it closes.
func keepLog(db *sql.DB) error {
	connection, err := db.Conn(context.Background())
	if err != nil {
		return err
	}
	err = connection.Raw(func(driver any) error {
		_, err := driver.(sqlite.FileControl).FileControlPersistWAL("main", 1)
		return err
	})
	return errors.Join(err, connection.Close())
}

// Path returns the absolute path of the database.
func (r *ReadOnly) Path() string { return r.path }

// look returns the files of the database.
func (r *ReadOnly) look() (files, error) {
	info, err := os.Stat(r.path + LogEnding)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return alone, nil
	}
	if err == nil {
		_, err = os.Stat(r.path + indexEnding)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return withIndex, err
	}
	switch sound, err := soundLog(r.path + LogEnding); {
	case errors.Is(err, fs.ErrNotExist): // it has just gone
		return alone, nil
	case err != nil || sound && lockless != "":
		return withLog, err
	}
	return withIndex, nil // SQLite refuses that
}

// soundLog reports whether a file begins as a log does. SQLite would take another file for an empty
// log, although transactions may be missing.
func soundLog(path string) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	header := make([]byte, 4) // https://www.sqlite.org/fileformat.html, 4.1
	if _, err := io.ReadFull(file, header); err != nil {
		return false, nil
	}
	return binary.BigEndian.Uint32(header)&^1 == 0x377f0682, nil
}

// ApplicationID returns the number by which a program marks its databases, or 0.
func (r *ReadOnly) ApplicationID(ctx context.Context) (id int, err error) {
	err = r.DB.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id)
	return id, err
}

// Confirm returns an error that wraps [ErrMoved] if earlier reads may be torn.
func (r *ReadOnly) Confirm() error {
	if r.files == withIndex {
		return nil
	}
	now, err := r.look()
	if err == nil && now != r.files {
		err = ErrMoved
	}
	if err != nil {
		return fmt.Errorf("sqlite: look into %s: %w", r.path, err)
	}
	return nil
}

// Close ends the connection.
func (r *ReadOnly) Close() error { return r.DB.Close() }
