package sqlite

import (
	"errors"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"epaminondas/internal/base/durable"
)

// NamesLocks returns err, or an error that wraps [durable.ErrNoLocks] if the reason of err is that the
// file system of the database at path does not support locks. SQLite reports that as a failing disk,
// or as the lock of another process.
func NamesLocks(path string, err error) error {
	if refusesLocks(err) {
		return durable.NoLocks(path, err)
	}
	if IsBusy(err) {
		if unsupported := durable.TryLocks(path); unsupported != nil {
			return unsupported
		}
	}
	return err
}

// refusesLocks reports whether SQLite failed to lock a file, for another reason than a lock of another
// process.
func refusesLocks(err error) bool {
	var failed *sqlite.Error
	if !errors.As(err, &failed) {
		return false
	}
	switch failed.Code() {
	case sqlite3.SQLITE_IOERR_LOCK, sqlite3.SQLITE_IOERR_RDLOCK, sqlite3.SQLITE_IOERR_UNLOCK,
		sqlite3.SQLITE_IOERR_CHECKRESERVEDLOCK, sqlite3.SQLITE_IOERR_SHMLOCK, sqlite3.SQLITE_PROTOCOL:
		return true
	}
	return false
}
