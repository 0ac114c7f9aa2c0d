package runs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/internal/training/config"
)

// TestRefusesPathsInTheRegistry uses a registry with files outside the run. Training and repair
// must not write to them.
func TestRefusesPathsInTheRegistry(t *testing.T) {
	for _, file := range []string{"../../x.safetensors", "/tmp/x.safetensors", "a/b.safetensors", "..", ""} {
		dir := t.TempDir()
		r := create(t, dir, config.Default())
		c := Checkpoint{Step: 1, Phase: Constant, Budget: "b", File: FileName(1, Constant, 0),
			Sampler: []byte{}}
		if _, err := r.Register(t.Context(), c, nil, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := r.db.Exec(`UPDATE checkpoints SET file = ?`, file); err != nil {
			t.Fatal(err)
		}
		if list, err := r.Checkpoints(t.Context()); err == nil ||
			!strings.Contains(err.Error(), "want a name in the folder checkpoints") {
			t.Errorf("%q gives %v, %v", file, list, err)
		}
		view, err := OpenView(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if list, err := view.Markers(t.Context(), 0); err == nil ||
			!strings.Contains(err.Error(), "want a name in the folder checkpoints") {
			t.Errorf("a view of %q gives %v, %v", file, list, err)
		}
		view.Close()
	}
}

// The errors about damaged files name the file and the cure.
func TestDamagedFilesNameTheCure(t *testing.T) {
	for _, test := range []struct{ file, content, want string }{
		{configName, "", "the file is empty\nIf the file is damaged, remove it"},
		{configName, "\n \n", "the file is empty\nIf the file is damaged, remove it"},
		{configName, "seed = x", "If the file is damaged, remove it: train writes it again"},
		{lockName, "no database of SQLite, but text that is longer than its header: " + strings.Repeat("x",
			100), "if train.lock is damaged, remove the file"},
		{databaseName, "", "sqlite3 run.db .recover"}, // see below
	} {
		dir := t.TempDir()
		if err := create(t, dir, config.Default()).Close(); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, test.file)
		if test.file == databaseName { // the header stays
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			test.content = string(content[:100]) + strings.Repeat("x", len(content)-100)
		}
		if err := os.WriteFile(path, []byte(test.content), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Hold(t.Context(), dir)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), dir) {
			t.Errorf("a damaged %s gives %v, want %q", test.file, err, test.want)
		}
	}
}
