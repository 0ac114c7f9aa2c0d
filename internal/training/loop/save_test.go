package loop

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"testing"

	"epaminondas/internal/base/sqlite"
	"epaminondas/internal/training/runs"
)

// If training made no step since the last checkpoint, a new checkpoint does not change the
// registered files and takes the place of the last one in the registry. So a crash before the
// registration of the new one does no harm.
func TestCheckpointWithoutStepLeavesFiles(t *testing.T) {
	config := mini()
	config.Train.Serial = false // a serial run has no time
	r := open(t, t.TempDir(), config)
	l, err := newLoop(t.Context(), systemClocks(), r, &silent{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	stat := func() (infos []os.FileInfo) {
		for _, path := range []string{r.Path(l.lastSaved), r.StatePath(l.lastSaved)} {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			infos = append(infos, info)
		}
		return infos
	}
	before, previous, elapsed := stat(), l.previous, l.lastSaved.Elapsed
	if err := l.saveAs(t.Context(), runs.Constant); err != nil {
		t.Fatal(err)
	}
	for i, info := range stat() {
		if !os.SameFile(info, before[i]) {
			t.Errorf("%s was written again", info.Name())
		}
	}
	if l.previous.File != previous.File {
		t.Errorf("the checkpoint before is %s, want %q", l.previous.File, previous.File)
	}
	registry, err := r.Checkpoints(t.Context())
	if err != nil || len(registry) != 1 || registry[0].ID != l.lastSaved.ID ||
		registry[0].Elapsed <= elapsed {
		t.Errorf("the registry is %v, %v, want one row with a later time than %v", registry, err, elapsed)
	}
}

// rowsByFile counts the rows of the registry for each file.
func rowsByFile(t *testing.T, r *runs.Run) map[string]int {
	t.Helper()
	db, err := sqlite.Open(r.Database())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows := map[string]int{}
	err = sqlite.EachRow(t.Context(), db, func(list *sql.Rows) error {
		var file string
		err := list.Scan(&file)
		rows[file]++
		return err
	}, `SELECT file FROM checkpoints`)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestEachFileIsRegisteredOnce has a run whose cooldown begins and ends right after a save, and
// which then gets a larger budget.
func TestEachFileIsRegisteredOnce(t *testing.T) {
	dir, config := t.TempDir(), mini()
	config.Train.Serial, config.Train.CycleSteps, config.Train.CycleTime = false, 5, 0
	config.Train.Steps, config.Train.Cooldown = 20, 0.5
	for _, steps := range []int64{20, 40} {
		config.Train.Steps = steps
		if _, err := work(t, t.Context(), dir, config, &silent{}); err != nil {
			t.Fatal(err)
		}
		r := open(t, dir, config)
		for file, rows := range rowsByFile(t, r) {
			if rows != 1 {
				t.Errorf("after %d steps %s has %d rows in the registry, want 1", steps, file, rows)
			}
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestOlderRunWithEqualFiles resumes a run of an earlier version, which registered its last file
// twice. The run keeps two different training states.
func TestOlderRunWithEqualFiles(t *testing.T) {
	dir, config := t.TempDir(), mini()
	config.Train.Serial, config.Train.CycleSteps, config.Train.CycleTime = false, 5, 0
	config.Train.Steps = 1_000_000
	ctx, cancel := context.WithCancel(t.Context())
	observer := &silent{interrupt: func(step int) {
		if step > 200 { // a wait for games is a step too
			cancel()
		}
	}}
	if _, err := work(t, ctx, dir, config, observer); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	r := open(t, dir, config)
	before, err := r.Checkpoints(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	repeatRows(t, r)
	l, err := newLoop(t.Context(), systemClocks(), r, &silent{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	n := len(before)
	if l.lastSaved.File != before[n-1].File || l.previous.File != before[n-2].File {
		t.Errorf("the run continues from %s and before it %s, want %s and %s", l.lastSaved.File,
			l.previous.File, before[n-1].File, before[n-2].File)
	}
	for _, c := range before[n-2:] {
		if _, err := os.Stat(r.StatePath(c)); err != nil {
			t.Error(err)
		}
	}
}

// repeatRows registers each file twice, as earlier versions of the program could.
func repeatRows(t *testing.T, r *runs.Run) {
	t.Helper()
	db, err := sqlite.Open(r.Database())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, change := range []string{
		`UPDATE checkpoints SET id = -2 * id`, `UPDATE checkpoints SET id = -id`, `
INSERT INTO checkpoints (id, step, phase, budget, branch, file, games, elapsed, processor, offered, sampler)
SELECT id - 1, step, phase, budget, branch, file, games, elapsed, processor, offered, sampler
FROM checkpoints`,
		`UPDATE meta SET value = 2 * CAST(value AS INTEGER) - 1 WHERE key = 'best_checkpoint'`,
	} {
		if _, err := db.ExecContext(t.Context(), `PRAGMA foreign_keys = 0; `+change); err != nil {
			t.Fatal(err)
		}
	}
}
