package runs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"epaminondas/internal/base/sqlite"
	"epaminondas/internal/training/config"
)

// listing describes a folder and its files. Any file that is made, changed or removed changes it.
func listing(t *testing.T, dir string) (text string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil {
			text += fmt.Sprintln(path, info.Size(), info.ModTime())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// copyRun copies the database of a run with some of the files beside it, as a person would.
func copyRun(t *testing.T, r *Run, endings ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, checkpointsName), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range append([]string{configName}, endings...) {
		if name != configName {
			name = databaseName + name
		}
		content, err := os.ReadFile(filepath.Join(r.Dir, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), content, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestReadWritesNothing reads runs in the states in which a process can leave them. The folder may be
// read-only, so nothing in it may change.
func TestReadWritesNothing(t *testing.T) {
	ctx := t.Context()
	used := create(t, t.TempDir(), config.Default())
	if _, err := used.Register(ctx, Checkpoint{Phase: Constant, File: FileName(0, Constant, 0),
		Elapsed: time.Second, Sampler: []byte{}}, nil, nil); err != nil {
		t.Fatal(err)
	}
	killed, copied := copyRun(t, used, "", "-wal", "-shm"), copyRun(t, used, "", "-wal")
	closed, older := copyRun(t, used, "", "-wal"), copyRun(t, used, "", "-wal")
	for _, dir := range []string{closed, older} {
		r, err := Open(ctx, dir)
		if err != nil {
			t.Fatal(err)
		}
		if dir == older { // as the first version of the tables
			for _, table := range []string{"archives", "growth", "inheritance", "held_out_games", "files",
				"damaged_games", "left_behind", "files_left_behind"} {
				if _, err := r.db.ExecContext(ctx, `DROP TABLE `+table); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := r.db.ExecContext(ctx, `
ALTER TABLE checkpoints DROP COLUMN processor; ALTER TABLE checkpoints DROP COLUMN offered;
UPDATE meta SET value = '1' WHERE key = 'run_schema';
DELETE FROM meta WHERE key IN ('rules', 'run_identity')`,
			); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for name, dir := range map[string]string{"in use": used.Dir, "killed": killed, "copied": copied,
		"closed": closed, "older": older} {
		before := listing(t, dir)
		err := Read(ctx, dir, func(r *Run) error {
			registry, err := r.Checkpoints(ctx)
			if err != nil || len(registry) != 1 || r.Identity() != used.Identity() {
				t.Errorf("%s: the registry of %s is %+v, %v", name, r.Identity(), registry, err)
			}
			_, _, inherited := r.Inheritance(ctx)
			_, archived := r.Archive(ctx, FileName(0, Constant, 0))
			_, damaged := r.Games.Damaged(ctx)
			digest := r.CheckDigest(ctx, filepath.Join(dir, "no file"))
			_, _, best := r.Best(ctx)
			if _, err := r.Games.Count(ctx); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if r.SetBest(ctx, 1) == nil {
				t.Errorf("%s: it writes", name)
			}
			return errors.Join(inherited, archived, damaged, digest, best)
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		err = Look(ctx, dir, func(v *View) error { _, err := v.Markers(ctx, 0); return err })
		if err != nil {
			t.Errorf("%s, by a view: %v", name, err)
		}
		if after := listing(t, dir); after != before {
			t.Errorf("%s: the folder was\n%sand is\n%s", name, before, after)
		}
	}
}

// TestReadOfAMovedRun has a writer that opens the run during a read.
func TestReadOfAMovedRun(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	if err := create(t, dir, config.Default()).Close(); err != nil {
		t.Fatal(err)
	}
	r, err := OpenReadOnly(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	writer, err := Open(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	if err := writer.SetBest(ctx, 1); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); !errors.Is(err, sqlite.ErrMoved) {
		t.Errorf("the read ends with %v", err)
	}
	if err := Read(ctx, t.TempDir(), nil); !errors.Is(err, ErrNoRun) {
		t.Errorf("an empty folder: %v", err)
	}
}
