package replay

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"epaminondas/game/gametest"
)

// lockDatabase locks a database like a process that is suspended in the middle of a write.
func lockDatabase(t *testing.T, path string) (unlock func()) {
	t.Helper()
	db, err := sql.Open("sqlite", dataSource(path))
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

// log stores the notes.
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
	game := games(gametest.Board(t, boards[0]), 1, 1)[0]
	var told log
	wait := NewLockWait(told.tell)
	if wait.limit != 0 || NewLockWait(nil).limit != patience {
		t.Error("those who tell wait without end, others do not")
	}
	wait.first, wait.every = 300*time.Millisecond, 600*time.Millisecond
	openStore(t, path).Close()
	unlock := lockDatabase(t, path)
	go func() { // until two notes, on a machine of any speed
		for told.count("another process has kept the database locked") < 2 {
			time.Sleep(10 * time.Millisecond)
		}
		unlock()
	}()
	st, err := OpenWaiting(t.Context(), path, wait)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if n := told.count("another process has kept the database locked"); n < 2 || told.count("free again") != 1 {
		t.Errorf("opening tells %q", told.texts)
	}

	unlock = lockDatabase(t, path)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(300*time.Millisecond, cancel)
	began := time.Now()
	if _, err := st.Append(ctx, game); !errors.Is(err, context.Canceled) || time.Since(began) > time.Minute {
		t.Errorf("cancelled, it gives %v after %v", err, time.Since(began))
	}
	wait.Hurry(time.Second)
	if _, err := st.Append(t.Context(), game); err == nil || !strings.Contains(err.Error(), "another process keeps it locked") || !strings.Contains(err.Error(), path) {
		t.Errorf("in a hurry, it gives %v", err)
	}
	unlock()
	if _, err := st.Append(t.Context(), game); err != nil {
		t.Error(err)
	}
}

// A reader can read while a writer waits. That does not mean that the lock is gone.
func TestLockWaitOfReaders(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	st := openStore(t, path)
	var told log
	wait := NewLockWait(told.tell)
	wait.first = 0
	unlock := lockDatabase(t, path)
	locked, err := sql.Open("sqlite", dataSource(path)) // another connection than the reader's
	if err != nil {
		t.Fatal(err)
	}
	defer locked.Close()
	written := make(chan error)
	go func() {
		written <- wait.Retry(t.Context(), func() error {
			_, err := locked.Exec(`DELETE FROM games`)
			return err
		})
	}()
	st.wait = wait
	for told.count("locked for") == 0 {
		if _, err := st.Count(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := st.Count(t.Context()); err != nil || told.count("free again") != 0 {
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
		t.Errorf("another error gives %v and tells %q", err, told.texts)
	}
	silent := NewLockWait(nil)
	silent.Tell(told.tell)
	if silent.tell != nil {
		t.Error("who gives up is not to tell")
	}
}
