package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// lockDatabase locks a database like a process that is suspended while it writes.
func lockDatabase(t *testing.T, path string) (unlock func()) {
	t.Helper()
	db, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin() // immediate
	if err != nil {
		t.Fatal(err)
	}
	unlock = sync.OnceFunc(func() {
		if err := errors.Join(tx.Rollback(), db.Close()); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(unlock)
	return unlock
}

// log collects notes.
type log struct {
	mu    sync.Mutex
	texts []string
}

func (l *log) tell(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.texts = append(l.texts, text)
}

func (l *log) count(text string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(strings.Join(l.texts, "\n"), text)
}

func TestLockWait(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	db := openTable(t, path)
	write := func(ctx context.Context, wait *LockWait) error {
		return wait.Retry(ctx, func() error {
			_, err := db.Exec(`INSERT INTO t VALUES (NULL)`)
			return err
		})
	}
	var told log
	wait := NewLockWait(told.tell)
	if wait.limit != 0 || NewLockWait(nil).limit != patience {
		t.Error("want no limit with a tell function, and a limit without one")
	}
	wait.first, wait.every = 300*time.Millisecond, 600*time.Millisecond
	unlock := lockDatabase(t, path)
	go func() { // until two notes have arrived, on a machine of any speed
		for told.count("another process has kept the database locked") < 2 {
			time.Sleep(10 * time.Millisecond)
		}
		unlock()
	}()
	if err := write(t.Context(), wait); err != nil {
		t.Fatal(err)
	}
	if n := told.count("another process has kept the database locked"); n < 2 ||
		told.count("free again") != 1 {
		t.Errorf("it tells %q", told.texts)
	}

	unlock = lockDatabase(t, path)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(300*time.Millisecond, cancel)
	began := time.Now()
	if err := write(ctx, wait); !errors.Is(err, context.Canceled) || time.Since(began) > time.Minute {
		t.Errorf("after a cancellation the error is %v, after %v", err, time.Since(began))
	}
	wait.SetLimit(time.Second)
	if err := write(t.Context(), wait); err == nil ||
		!strings.Contains(err.Error(), "another process has locked it") {
		t.Errorf("with a limit the error is %v", err)
	}
	unlock()
	if err := write(t.Context(), wait); err != nil {
		t.Error(err)
	}
}

// TestLockWaitOfReaders checks that a reader that succeeds while a writer waits does not report the
// lock as released.
func TestLockWaitOfReaders(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	db := openTable(t, path)
	var told log
	wait := NewLockWait(told.tell)
	wait.first = 0
	unlock := lockDatabase(t, path)
	read := func() error {
		return wait.Retry(t.Context(), func() error {
			return EachRow(t.Context(), db, func(*sql.Rows) error { return nil }, `SELECT x FROM t`)
		})
	}
	written := make(chan error)
	go func() {
		written <- wait.Retry(t.Context(), func() error {
			_, err := db.Exec(`DELETE FROM t`)
			return err
		})
	}()
	for told.count("locked for") == 0 {
		if err := read(); err != nil {
			t.Fatal(err)
		}
	}
	if err := read(); err != nil || told.count("free again") != 0 {
		t.Errorf("%v, it tells %q", err, told.texts)
	}
	unlock()
	if err := <-written; err != nil || told.count("free again") != 1 {
		t.Errorf("%v, it tells %q", err, told.texts)
	}
}

func TestLockWaitTellsOnlyOfLocks(t *testing.T) {
	var told log
	wait := NewLockWait(told.tell)
	other := errors.New("other")
	if err := wait.Retry(t.Context(), func() error { return other }); err != other || len(told.texts) != 0 {
		t.Errorf("another error returns %v and sends the notes %q", err, told.texts)
	}
	silent := NewLockWait(nil)
	silent.Tell(told.tell)
	if silent.tell != nil {
		t.Error("a wait that began without a tell function sent a note")
	}
}
