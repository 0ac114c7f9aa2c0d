package loop

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/internal/training/runs"
)

// If the database is removed during a run, the run stops at once and leaves a copy. It continues
// from this copy.
func TestDatabaseGone(t *testing.T) {
	for _, serial := range []bool{true, false} {
		config, dir := mini(), t.TempDir()
		config.Train.Serial = serial
		database := filepath.Join(dir, "run.db")
		_, err := work(t, t.Context(), dir, config, &silent{interrupt: func(step int) {
			if step == 15 {
				if err := os.Remove(database); err != nil {
					t.Error(err)
				}
			}
		}})
		if !errors.Is(err, runs.ErrGone) || !strings.Contains(err.Error(),
			"run.db.salvaged-1: move it to "+database) {
			t.Fatalf("without its database, the run ends with %v", err)
		}
		before := weights(t, dir)
		if _, err := runs.Create(t.Context(), dir, config); !errors.Is(err, runs.ErrLost) {
			t.Errorf("it begins again with %v", err)
		}
		if err := os.Rename(database+".salvaged-1", database); err != nil {
			t.Fatal(err)
		}
		for _, ending := range []string{"-wal", "-shm"} {
			if err := os.Remove(database + ending); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
		}
		finish(t, dir, config)
		after := weights(t, dir)
		for name := range before {
			if serial && string(after[name]) != string(before[name]) || len(after[name]) == 0 {
				t.Errorf("serial %v: %s is not what it was", serial, name)
			}
		}
	}
}
