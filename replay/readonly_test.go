package replay

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"epaminondas/internal/base/sqlite"
)

// stored makes a database with some games, and leaves its store open.
func stored(t *testing.T, path string, n int) *Store {
	t.Helper()
	st, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	g, err := writtenGame()
	if err != nil {
		t.Fatal(err)
	}
	for g.Number = range uint64(n) {
		if _, err := st.Append(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	return st
}

// countReadOnly counts the games of a read-only database.
func countReadOnly(ctx context.Context, path string) (int64, error) {
	r, err := OpenReadOnly(ctx, path)
	if err != nil {
		return 0, err
	}
	n, err := NewView(r).Last(ctx)
	return n, errors.Join(err, r.Confirm(), r.Close())
}

// copied returns a folder with copies of some files.
func copied(t *testing.T, paths ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, filepath.Base(path)), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestReadOnlyLeavesNoTrace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a%20b ?c", "run.db")
	if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	st := stored(t, path, 7)
	if n, err := countReadOnly(t.Context(), path); n != 7 || err != nil {
		t.Errorf("beside the writer: %d games, %v", n, err)
	}
	killed := copied(t, path, path+"-wal", path+"-shm") // as if the writer had been killed
	bare := copied(t, path, path+"-wal")
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, dir string
	}{
		{"closed", filepath.Dir(path)},
		{"killed", killed},
		{"killed, without the log's index", bare},
	} {
		before := contents(t, test.dir)
		n, err := countReadOnly(t.Context(), filepath.Join(test.dir, "run.db"))
		if n != 7 || err != nil {
			t.Errorf("%s: %d games, %v", test.name, n, err)
		}
		if after := contents(t, test.dir); !reflect.DeepEqual(after, before) {
			t.Errorf("%s: something has changed", test.name)
		}
	}
}

func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		info, failed := e.Info()
		if err := errors.Join(err, failed); err != nil {
			t.Fatal(err)
		}
		found[e.Name()] = info.ModTime().String() + string(data)
	}
	return found
}

func TestReadOnlyCannotWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	st := stored(t, path, 1)
	refused := func(when string) {
		t.Helper()
		r, err := OpenReadOnly(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for _, statement := range []string{`DELETE FROM games`, `CREATE TABLE x (y)`,
			`PRAGMA user_version = 3`} {
			if _, err := r.DB.Exec(statement); err == nil {
				t.Errorf("%s: %s is done", when, statement)
			}
		}
		_, _ = r.DB.Exec(`PRAGMA journal_mode = DELETE`) // this returns no error and does nothing
	}
	refused("beside the writer")
	if n, err := st.Count(t.Context()); n != 1 || err != nil {
		t.Errorf("%d games are left, %v", n, err)
	}
	st.Close()
	before := contents(t, filepath.Dir(path))
	refused("alone")
	if after := contents(t, filepath.Dir(path)); !reflect.DeepEqual(after, before) {
		t.Error("alone: something has changed")
	}
}

func TestReadOnlyNoticesAWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	stored(t, path, 1).Close()
	r, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Confirm(); err != nil {
		t.Errorf("nobody writes: %v", err)
	}
	stored(t, filepath.Join(t.TempDir(), "another.db"), 1)
	if err := r.Confirm(); err != nil {
		t.Errorf("another file is written: %v", err)
	}
	if err := os.WriteFile(path+"-wal", []byte("frames"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := r.Confirm(); !errors.Is(err, sqlite.ErrMoved) {
		t.Errorf("a writer has begun: %v", err)
	}
}

func TestReadOnlyRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"empty": "", "text": strings.Repeat("no database ", 400),
		"short": "SQLite format 3\x00"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := countReadOnly(t.Context(), filepath.Join(dir, name)); err == nil ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := countReadOnly(t.Context(), dir); !errors.Is(err, ErrForeign) {
		t.Errorf("a folder: %v", err)
	}
	if _, err := countReadOnly(t.Context(), filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 3 {
		t.Errorf("%d files, %v", len(entries), err)
	}
}

func TestView(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	st := stored(t, path, 5)
	want, err := st.Load(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	r, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	v := NewView(r)
	list, err := v.Newest(t.Context(), 3)
	if err != nil || len(list) != 3 || list[0].ID != 5 || list[0].Number != 4 || list[2].ID != 3 {
		t.Errorf("newest %+v, %v", list, err)
	}
	if g := list[0]; g.Seed != want.Seed || g.Model != want.Model || g.Start != want.Start ||
		g.Plies != len(want.Moves) || g.Outcome != want.Outcome.String() || g.Reason != want.Reason ||
		g.Created == 0 {
		t.Errorf("summary %+v of %+v", g, want)
	}
	if sum, err := v.Totals(t.Context(), 2, 4); err != nil || sum.Games != 3 ||
		sum.Plies != 3*len(want.Moves) {
		t.Errorf("totals %+v, %v", sum, err)
	}
	if sum, err := v.Totals(t.Context(), 6, 9); err != nil || sum != (Totals{}) {
		t.Errorf("totals of nothing %+v, %v", sum, err)
	}
	if g, err := v.Load(t.Context(), 5); err != nil || len(g.Moves) != len(want.Moves) {
		t.Errorf("game %+v, %v", g, err)
	}
	if _, err := v.Load(t.Context(), 6); !errors.Is(err, ErrNoGame) {
		t.Errorf("a game that is not there: %v", err)
	}
}
