package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// openTable opens a new database with a table t of one column.
func openTable(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := Open(path)
	if err == nil {
		err = UseLog(t.Context(), db)
	}
	if err == nil {
		_, err = db.Exec(`CREATE TABLE t (x INTEGER UNIQUE) STRICT; PRAGMA application_id = 7`)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// count returns the number of rows.
func count(t *testing.T, db *sql.DB) (n int) {
	t.Helper()
	err := EachRow(t.Context(), db, func(rows *sql.Rows) error { n++; return nil }, `SELECT x FROM t`)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestOpenSettings(t *testing.T) {
	db := openTable(t, filepath.Join(t.TempDir(), "a%20b ?c#d.db"))
	for pragma, want := range map[string]string{
		"busy_timeout": "200", "synchronous": "2", "foreign_keys": "1", "journal_mode": "wal",
	} {
		var got string
		if err := db.QueryRow(`PRAGMA ` + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %q, %v, want %q", pragma, got, err, want)
		}
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := db.Exec(`INSERT INTO t VALUES (1)`); !IsBusy(err) {
		t.Errorf("during another transaction without a write, a write returns %v", err)
	}
}

func TestOpenRelative(t *testing.T) {
	t.Chdir(t.TempDir())
	if db := openTable(t, "run.db"); count(t, db) != 0 {
		t.Error("a new table has rows")
	}
	if _, err := os.Stat("run.db"); err != nil {
		t.Error(err)
	}
}

func TestUseLogRefused(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:") // no log
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := UseLog(t.Context(), db); err == nil {
		t.Error("a database in memory has a log")
	}
}

func TestEachRow(t *testing.T) {
	db := openTable(t, filepath.Join(t.TempDir(), "run.db"))
	if _, err := db.Exec(`INSERT INTO t VALUES (1), (2), (3)`); err != nil {
		t.Fatal(err)
	}
	var sum int
	add := func(rows *sql.Rows) error {
		var x int
		err := rows.Scan(&x)
		sum += x
		return err
	}
	if err := EachRow(t.Context(), db, add, `SELECT x FROM t WHERE x > ?`, 1); err != nil || sum != 5 {
		t.Errorf("the sum is %d, %v", sum, err)
	}
	stop := errors.New("stop")
	if err := EachRow(t.Context(), db, func(*sql.Rows) error { return stop },
		`SELECT x FROM t`); err != stop {
		t.Errorf("it gives %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := EachRow(cancelled, db, add, `SELECT x FROM t`); !errors.Is(err, context.Canceled) {
		t.Errorf("after a cancellation the error is %v", err)
	}
}

func TestFoldLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	db := openTable(t, path)
	before, err := os.ReadFile(path)
	if err == nil {
		err = FoldLog(t.Context(), db)
	}
	if err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(path); err != nil || len(after) <= len(before) {
		t.Errorf("the database has %d bytes, then %d, %v", len(before), len(after), err)
	}
}

func TestErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	db := openTable(t, path)
	_, err := db.Exec(`INSERT INTO t VALUES (1), (1)`)
	if !IsDuplicate(err) || IsBusy(err) || IsDamaged(err) {
		t.Errorf("a duplicate row returns %v", err)
	}
	if _, err = db.Exec(`INSERT INTO t VALUES ('text')`); err == nil || IsDuplicate(err) ||
		IsBusy(err) || IsDamaged(err) {
		t.Errorf("a wrong type returns %v", err)
	}
	text := filepath.Join(t.TempDir(), "text.db")
	if err := os.WriteFile(text, make([]byte, 4096), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(text, []byte("no database, but long enough for a header"), 0o644); err != nil {
		t.Fatal(err)
	}
	other, err := Open(text)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.Exec(`CREATE TABLE t (x)`); !IsDamaged(err) {
		t.Errorf("text gives %v", err)
	}
	if IsBusy(nil) || IsDamaged(nil) || IsDuplicate(nil) || IsBusy(errors.New("other")) {
		t.Error("an error that is not SQLite's has a code")
	}
}

func TestFileLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "train.lock")
	lock, err := LockFile(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := LockFile(t.Context(), path); !IsBusy(err) {
		t.Errorf("a second lock returns %v", err)
	}
	if locked, err := FileLocked(t.Context(), path); !locked || err != nil {
		t.Errorf("while held, the lock is reported as %v, %v", locked, err)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	if locked, err := FileLocked(t.Context(), path); locked || err != nil {
		t.Errorf("after its release, the lock is reported as %v, %v", locked, err)
	}
	if again, err := LockFile(t.Context(), path); err != nil {
		t.Error(err)
	} else if err := again.Close(); err != nil {
		t.Error(err)
	}
}

func TestReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	db := openTable(t, path)
	if _, err := db.Exec(`INSERT INTO t VALUES (1), (2)`); err != nil {
		t.Fatal(err)
	}
	look := func() *ReadOnly {
		t.Helper()
		r, err := OpenReadOnly(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.Close() })
		if n := count(t, r.DB); n != 2 || r.Path() != path {
			t.Errorf("%s has %d rows", r.Path(), n)
		}
		if id, err := r.ApplicationID(t.Context()); id != 7 || err != nil {
			t.Errorf("the application ID is %d, %v", id, err)
		}
		if _, err := r.DB.Exec(`DELETE FROM t`); err == nil {
			t.Error("it writes")
		}
		return r
	}
	beside := look()
	if err := errors.Join(beside.Confirm(), beside.Close()); err != nil {
		t.Errorf("beside the writer: %v", err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	r := look()
	if err := r.Confirm(); err != nil {
		t.Errorf("alone: %v", err)
	}
	if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) != 1 {
		t.Errorf("beside the database are %v, %v", files, err)
	}
	if err := os.WriteFile(path+LogEnding, []byte("frames"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := r.Confirm(); !errors.Is(err, ErrMoved) {
		t.Errorf("with a writer meanwhile: %v", err)
	}
}

// TestReadOnlyWithoutIndex reads copies of a database and its log without the index of the log. The
// second log has only its header, so SQLite would remove it after a checkpoint.
func TestReadOnlyWithoutIndex(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	db := openTable(t, path)
	if _, err := db.Exec(`INSERT INTO t VALUES (1), (2)`); err != nil {
		t.Fatal(err)
	}
	database, err1 := os.ReadFile(path)
	log, err2 := os.ReadFile(path + LogEnding)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	folded, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ database, log []byte }{{database, log}, {folded, log[:32]},
		{folded, append(bytes.Clone(log[:32]), make([]byte, 5000)...)}} {
		path := filepath.Join(t.TempDir(), "run.db")
		if err := errors.Join(os.WriteFile(path, test.database, 0o644),
			os.WriteFile(path+LogEnding, test.log, 0o644)); err != nil {
			t.Fatal(err)
		}
		r, err := OpenReadOnly(path)
		if err != nil {
			t.Fatal(err)
		}
		if n := count(t, r.DB); n != 2 {
			t.Errorf("with a log of %d bytes there are %d rows, want 2", len(test.log), n)
		}
		if err := errors.Join(r.Confirm(), r.Close()); err != nil {
			t.Errorf("with a log of %d bytes: %v", len(test.log), err)
		}
		after, err1 := os.ReadFile(path)
		left, err2 := os.ReadFile(path + LogEnding)
		list, err3 := os.ReadDir(filepath.Dir(path))
		if err := errors.Join(err1, err2, err3); err != nil || !bytes.Equal(after, test.database) ||
			!bytes.Equal(left, test.log) || len(list) != 2 {
			t.Errorf("with a log of %d bytes the folder has changed: %v, %v", len(test.log), list, err)
		}
	}
}

// TestExtendedCodes makes a transaction write after another transaction has changed the data that
// the first one read. SQLite answers with an extended code of BUSY.
func TestExtendedCodes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	db := openTable(t, path)
	late, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer late.Close()
	for _, statement := range []string{`BEGIN DEFERRED`, `SELECT count(*) FROM t`} {
		if _, err := late.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Exec(`INSERT INTO t VALUES (1)`); err != nil {
		t.Fatal(err)
	}
	var failed *sqlite.Error
	_, err = late.ExecContext(t.Context(), `INSERT INTO t VALUES (2)`)
	if !IsBusy(err) || !errors.As(err, &failed) || failed.Code() == sqlite3.SQLITE_BUSY {
		t.Errorf("a write after an outdated read returns %v", err)
	}
	if _, err := late.ExecContext(t.Context(), `ROLLBACK`); err != nil {
		t.Error(err)
	}
}
