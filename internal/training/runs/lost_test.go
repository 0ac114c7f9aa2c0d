package runs

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"epaminondas/internal/base/sqlite"
	"epaminondas/internal/training/config"
)

// trained makes a run with checkpoints at steps 0 to 20 and closes it. It returns the contents of
// the database and the log while the run was open.
func trained(t *testing.T, dir string) (database, log []byte) {
	t.Helper()
	r := create(t, dir, config.Default())
	for step := int64(0); step <= 20; step += 10 {
		c := Checkpoint{Step: step, Phase: Constant, File: FileName(step, Constant, 0), Sampler: []byte{}}
		if _, err := r.Register(t.Context(), c, nil, nil); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{r.Path(c), r.StatePath(c)} {
			put(t, path, "kept")
		}
	}
	database, log = read(t, r.Database()), read(t, r.Database()+sqlite.LogEnding)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return database, log
}

// put writes a file.
func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// content returns all files below a folder by their names.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && entry.Name() != lockName {
			files[path] = string(read(t, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// If the database of a run is missing, empty or too old, the folder is refused and does not change.
func TestLostDatabase(t *testing.T) {
	for _, test := range []struct {
		name string
		lose func(path string, database, log []byte)
		want []string
	}{
		{"missing", func(path string, _, _ []byte) { os.Remove(path) },
			[]string{"the folder has no run.db", "3 checkpoints (step-0000000.safetensors to " +
				"step-0000020.safetensors) and 3 training states"}},
		{"empty", func(path string, _, _ []byte) { put(t, path, "") },
			[]string{"run.db is empty", "step-0000020.safetensors"}},
		{"without its log", func(path string, database, _ []byte) { put(t, path, string(database)) },
			[]string{"lists 0 checkpoints and lacks 3", "run.db-wal"}},
		{"with only its log", func(path string, _, log []byte) {
			os.Remove(path)
			put(t, path+sqlite.LogEnding, string(log))
		}, []string{"the folder has no run.db", "run.db-wal has games"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			database, log := trained(t, dir)
			test.lose(filepath.Join(dir, databaseName), database, log)
			before := content(t, dir)
			_, created := Create(t.Context(), dir, config.Default())
			_, opened := Open(t.Context(), dir)
			for _, err := range []error{created, opened} {
				if !errors.Is(err, ErrLost) {
					t.Fatalf("it gives %v", err)
				}
				for _, want := range append(test.want,
					"--init "+filepath.Join(dir, checkpointsName,
						"step-0000020.safetensors"), "Nothing was changed",
					"move the folder checkpoints away") {
					if !strings.Contains(err.Error(), want) {
						t.Errorf("%q lacks %q", err, want)
					}
				}
			}
			if after := content(t, dir); !reflect.DeepEqual(after, before) {
				t.Errorf("the folder had %d files and now has %d, or other ones", len(before), len(after))
			}
			if err := os.Rename(filepath.Join(dir, checkpointsName), filepath.Join(dir, "away")); err != nil {
				t.Fatal(err)
			}
			os.Remove(filepath.Join(dir, databaseName+sqlite.LogEnding))
			create(t, dir, config.Default())
		})
	}
}

// A run continues after a process was killed before it registered a checkpoint.
func TestKilledBeforeRegistering(t *testing.T) {
	dir := t.TempDir()
	r := create(t, dir, config.Default())
	put(t, filepath.Join(dir, checkpointsName, FileName(0, Constant, 0)), "first")
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	create(t, dir, config.Default()).Close() // killed before the first

	dir = t.TempDir()
	trained(t, dir)
	put(t, filepath.Join(dir, checkpointsName, FileName(30, Constant, 0)), "next")
	create(t, dir, config.Default()).Close()
	put(t, filepath.Join(dir, checkpointsName, FileName(40, Constant, 0)), "one more")
	if _, err := Create(t.Context(), dir, config.Default()); !errors.Is(err, ErrLost) {
		t.Errorf("two checkpoints that the database lacks give %v", err)
	}
}

func TestPresent(t *testing.T) {
	for name, take := range map[string]func(path string) error{
		"removed":     os.Remove,
		"without log": func(path string) error { return os.Remove(path + sqlite.LogEnding) },
		"replaced": func(path string) error {
			return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, nil, 0o644))
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := create(t, t.TempDir(), config.Default())
			if err := r.Present(); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Register(t.Context(),
				Checkpoint{Phase: Constant, File: FileName(0, Constant, 0),
					Sampler: []byte{}}, nil, nil); err != nil {
				t.Fatal(err)
			}
			if err := take(r.Database()); err != nil {
				t.Fatal(err)
			}
			if err := r.Present(); !errors.Is(err, ErrGone) {
				t.Errorf("it gives %v", err)
			}
			path, err := r.Backup(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			again, err := r.Backup(t.Context())
			if err != nil || again == path {
				t.Errorf("a second copy is %s, %v", again, err)
			}
			names, err := readRegistry(t.Context(), path)
			if err != nil || len(names) != 1 {
				t.Errorf("the copy has %q, %v", names, err)
			}
		})
	}
}

// After a fold the database alone has all data of the run.
func TestFold(t *testing.T) {
	r := create(t, t.TempDir(), config.Default())
	if _, err := r.Register(t.Context(), Checkpoint{Phase: Constant, File: FileName(0, Constant, 0),
		Sampler: []byte{}}, nil, nil); err != nil {
		t.Fatal(err)
	}
	alone := filepath.Join(t.TempDir(), databaseName)
	for _, want := range []int{0, 1} {
		put(t, alone, string(read(t, r.Database())))
		if names, err := readRegistry(t.Context(), alone); err != nil || len(names) != want {
			t.Errorf("the database alone names %q, %v, want %d", names, err, want)
		}
		if err := r.Fold(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
