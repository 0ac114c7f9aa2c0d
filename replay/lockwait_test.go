package replay

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/sqlite"
)

// A store waits for locks in the way that its caller chose, both when it opens and later.
func TestOpenWaiting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	game := games(game.MustBoard(boards[0]), 1, 1)[0]
	openStore(t, path).Close()
	db, err := sqlite.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	lock, err := db.Begin() // immediate
	if err != nil {
		t.Fatal(err)
	}
	wait := sqlite.NewLockWait(nil)
	wait.SetLimit(time.Second)
	check := func(err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), "another process has locked it") ||
			!strings.Contains(err.Error(), path) {
			t.Errorf("it gives %v", err)
		}
	}
	_, err = OpenWaiting(t.Context(), path, wait)
	check(err)
	if err := lock.Rollback(); err != nil {
		t.Fatal(err)
	}
	st, err := OpenWaiting(t.Context(), path, wait)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if lock, err = db.Begin(); err != nil {
		t.Fatal(err)
	}
	_, err = st.Append(t.Context(), game)
	check(err)
	if err := lock.Rollback(); err != nil {
		t.Fatal(err)
	}
	if _, err := st.Append(t.Context(), game); err != nil {
		t.Error(err)
	}
}
