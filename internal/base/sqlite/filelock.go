package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
)

// FileLock is an exclusive lock on a file that has no other purpose. The system releases the lock
// when the process ends, even if it crashes.
type FileLock struct{ db *sql.DB }

// LockFile locks the file at path, and makes the file if it does not exist. It waits a moment for a
// [FileLocked] call of another process. [IsBusy] reports whether an error says that another process
// holds the lock. The error wraps [durable.ErrNoLocks] if the file system does not support locks.
func LockFile(ctx context.Context, path string) (*FileLock, error) {
	db, err := open(path, url.Values{"_pragma": {"locking_mode(EXCLUSIVE)"}})
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, `BEGIN EXCLUSIVE`); err != nil {
		return nil, errors.Join(NamesLocks(path, err), db.Close())
	}
	return &FileLock{db}, nil
}

// Close releases the lock.
func (l *FileLock) Close() error { return l.db.Close() }

// FileLocked reports whether a process holds the lock on the file at path. The file must exist.
// FileLocked writes nothing and does not wait.
func FileLocked(ctx context.Context, path string) (bool, error) {
	db, err := open(path, url.Values{"mode": {"ro"}, "_busy_timeout": {"0"}})
	if err != nil {
		return false, err
	}
	defer db.Close()
	var tables int
	err = db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables)
	if IsBusy(err) {
		return true, nil
	}
	return false, NamesLocks(path, err)
}
