package runs

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"epaminondas/internal/training/config"
)

// Every write to a run changes its version, and nothing else does.
func TestVersion(t *testing.T) {
	dir := t.TempDir()
	if _, ok := VersionOf(dir); ok {
		t.Error("an empty folder is a run")
	}
	if err := os.Mkdir(filepath.Join(dir, configName), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, ok := VersionOf(dir); ok {
		t.Error("a folder in place of the config is a run")
	}
	dir = t.TempDir()
	r := create(t, dir, config.Default())
	before, ok := VersionOf(dir)
	if again, _ := VersionOf(dir); !ok || again != before {
		t.Fatalf("two looks give %v and %v, %v", before, again, ok)
	}
	if time.Since(before.Changed()).Abs() > time.Minute {
		t.Errorf("it changed at %v", before.Changed())
	}
	if _, err := r.Register(t.Context(), Checkpoint{Phase: Constant, Budget: "b",
		File: FileName(0, Constant, 0), Sampler: []byte("{}")}, nil, nil); err != nil {
		t.Fatal(err)
	}
	registered, _ := VersionOf(dir)
	if registered == before {
		t.Error("a checkpoint does not change it")
	}
	for _, name := range []string{configName, reportName} {
		last, _ := VersionOf(dir)
		later := time.Now().Add(time.Hour)
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(dir, name), later, later); err != nil {
			t.Fatal(err)
		}
		if now, _ := VersionOf(dir); now == last || !now.Changed().Equal(later) {
			t.Errorf("a new %s does not change it, or not at %v but at %v", name, later, now.Changed())
		}
	}
}
