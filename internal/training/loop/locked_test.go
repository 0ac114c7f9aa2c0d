package loop

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"epaminondas/internal/training/runs"
)

// lock locks the database of a run, like a process that is suspended during a write.
func lock(t *testing.T, dir string) (unlock func()) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir,
		"run.db")+"?_txlock=immediate&_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	unlock = sync.OnceFunc(func() { tx.Rollback(); db.Close() })
	t.Cleanup(unlock)
	return unlock
}

// A run with a locked database waits, prints a note, and continues. It can be interrupted while it
// waits.
func TestLockedDatabase(t *testing.T) {
	for _, serial := range []bool{true, false} {
		if serial && testing.Short() {
			continue
		}
		config := cycling()
		config.Train.Serial = serial
		dir := begun(t, config)
		for _, interrupt := range []bool{true, false} {
			var said []string
			r, err := runs.CreateWaiting(t.Context(), dir, config, func(string) {})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			unlock := lock(t, dir)
			var asked time.Time
			s := &listener{notice: func(text string) {
				said = append(said, text)
				if asked.IsZero() {
					asked = time.Now()
					if interrupt {
						cancel()
					} else {
						unlock()
					}
				}
			}}
			_, err = Train(ctx, r, s)
			took := time.Since(asked)
			switch {
			case asked.IsZero() || !strings.Contains(said[0], "another process has kept the database locked"):
				t.Fatalf("serial %v: it says %q and ends with %v", serial, said, err)
			case interrupt && (err == nil || took > time.Minute):
				t.Errorf("serial %v: interrupted while it waits, it ends with %v after %v", serial, err, took)
			case !interrupt && err != nil:
				t.Errorf("serial %v: it ends with %v", serial, err)
			}
			unlock()
			cancel()
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// listener is a silent observer that receives notices.
type listener struct {
	silent
	notice func(text string)
}

func (l *listener) Notice(text string) { l.notice(text) }
