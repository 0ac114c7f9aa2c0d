// Package sqlite is the only package that uses the SQLite driver. It opens databases with the
// settings of this program and classifies the driver's errors. It reads a database without leaving
// a trace beside it, and waits while another process keeps a database locked. It knows no tables.
package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"time"
)

// Suffixes of the files that SQLite keeps beside a database.
const (
	LogEnding     = "-wal"
	JournalEnding = "-journal"
)

// busyWait is the time for which a statement waits for another process that is writing. It is short
// so that a statement notices a cancelled context soon. A [LockWait] tries again.
const busyWait = 200 * time.Millisecond

// Open connects to the database at path to read and write it. SQLite makes the file if it does not
// exist. A commit is on the disk when it returns, and a transaction takes the write lock when it
// begins.
func Open(path string) (*sql.DB, error) {
	return open(path, url.Values{
		"_synchronous":  {"FULL"},
		"_foreign_keys": {"1"},
		"_txlock":       {"immediate"},
	})
}

// open connects to the file at path with the driver's options.
func open(path string, options url.Values) (*sql.DB, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if !options.Has("_busy_timeout") {
		options.Set("_busy_timeout", strconv.FormatInt(busyWait.Milliseconds(), 10))
	}
	name := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(absolute),
		RawQuery: options.Encode()}
	return sql.Open("sqlite", name.String())
}

// UseLog turns on the write-ahead log of a database, so that readers and the writer do not wait for
// each other. The file stays in this mode.
func UseLog(ctx context.Context, db *sql.DB) error {
	var mode string
	err := db.QueryRowContext(ctx, `PRAGMA journal_mode = WAL`).Scan(&mode)
	if err == nil && mode != "wal" {
		err = fmt.Errorf("this file system allows no write-ahead log (journal mode %s)", mode)
	}
	return err
}

// FoldLog moves the write-ahead log into the database, as far as readers allow.
func FoldLog(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`)
	return err
}

// EachRow calls do for every row of a query's result.
func EachRow(ctx context.Context, db *sql.DB, do func(*sql.Rows) error, query string,
	arguments ...any) error {
	rows, err := db.QueryContext(ctx, query, arguments...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
