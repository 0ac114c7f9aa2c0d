package sqlite

import (
	"database/sql"
	"errors"

	"modernc.org/sqlite" // also the database driver
	sqlite3 "modernc.org/sqlite/lib"
)

// IsBusy reports whether an error says that another process keeps the database locked.
func IsBusy(err error) bool { return primary(err) == sqlite3.SQLITE_BUSY }

// IsDisturbed reports whether an error of a [ReadOnly] can come from another process that opened or
// closed the database at that moment. The log and its index come and go one after the other, so another
// try can succeed.
func IsDisturbed(err error) bool {
	switch primary(err) {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY:
		return true
	}
	return errors.Is(err, ErrMoved)
}

// IsDamaged reports whether an error says that the file is damaged or is no SQLite database.
func IsDamaged(err error) bool {
	code := primary(err)
	return code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
}

// IsDuplicate reports whether an error says that a row breaks a UNIQUE constraint.
func IsDuplicate(err error) bool {
	var failed *sqlite.Error
	return errors.As(err, &failed) && failed.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE
}

// stoppedByContext reports whether an error can follow from the end of a context alone. The driver
// then interrupts its statement, and database/sql rolls its transaction back.
func stoppedByContext(err error) bool {
	return primary(err) == sqlite3.SQLITE_INTERRUPT || errors.Is(err, sql.ErrTxDone)
}

// primary returns the primary result code of SQLite's error in err, the low byte of an extended
// code. It returns 0 if err has no code.
func primary(err error) int {
	var failed *sqlite.Error
	if !errors.As(err, &failed) {
		return sqlite3.SQLITE_OK
	}
	return failed.Code() & 0xFF
}
