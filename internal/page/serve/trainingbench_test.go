package serve

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"epaminondas/internal/base/sqlite"
)

// large makes a run with many checkpoints and games in dir, a gate match for every tenth
// checkpoint, and a new best in every third match. All its games are copies of one game.
func large(t testing.TB, dir string, checkpoints, games int) {
	t.Helper()
	tr, err := newTrainer(dir)
	if err == nil {
		err = tr.games(1)
	}
	if err == nil {
		err = tr.r.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.Open(filepath.Join(dir, "run.db"))
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	fill(t, tx, checkpoints, games)
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// fill adds the rows of large.
func fill(t testing.TB, tx *sql.Tx, checkpoints, games int) {
	do := func(query string, arguments ...any) {
		t.Helper()
		if _, err := tx.Exec(query, arguments...); err != nil {
			t.Fatal(err)
		}
	}
	const count = `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?) `
	do(count+`INSERT INTO games (id, seed, number, model, rules, plies, positions, outcome, reason, start, record)
		SELECT i, seed, i, model, rules, plies, positions, outcome, reason, start, record FROM n
		JOIN games ON games.id = 1`, games)
	do(count+`INSERT INTO checkpoints (id, step, phase, budget, branch, file, games, elapsed, processor, offered,
		sampler, created)
		SELECT i, 10 * i, CASE WHEN i = ? THEN 'final' ELSE 'constant' END, 'b', 0,
			printf('step-%07d.safetensors', 10 * i), i * ? / ?, 60.0 * i, 120.0 * i, 120.0 * i, x'7B7D',
			'2026-01-02T03:04:05Z' FROM n`, checkpoints, checkpoints, games, checkpoints)
	for _, name := range []string{"samples_per_second", "loss_policy", "loss_value", "loss_reply",
		"loss_occupation", "loss_plies", "policy_target_entropy", "policy_agreement", "games_per_hour",
		"positions_per_second", "processor_share", "exact_positions", "exact_policy_mistakes"} {
		do(`INSERT OR IGNORE INTO metrics SELECT step, ?, 10 + 1.0 / (1 + step), elapsed FROM checkpoints`, name)
	}
	for i, best := 10, 1; i <= checkpoints; i += 10 {
		accepted := i%30 == 0
		verdict, won, lost := "rejected", 5, 9
		if accepted {
			verdict, won, lost = "accepted", 9, 5
		}
		detail, err := json.Marshal(matchOf(won, 3, lost))
		if err != nil {
			t.Fatal(err)
		}
		do(`INSERT INTO matches (candidate, best, wins, draws, losses, verdict, detail) VALUES (?, ?, ?, 0, ?, ?, ?)`,
			i, best, 2*won+3, 2*lost+3, verdict, string(detail))
		if accepted {
			best = i
		}
	}
}

// fixture returns the folder of a run of large. EPAMINONDAS_LARGE names a folder in which the next
// benchmark finds the run again.
func fixture(b *testing.B, checkpoints, games int) string {
	root := os.Getenv("EPAMINONDAS_LARGE")
	if root == "" {
		root = b.TempDir()
	}
	dir := filepath.Join(root, fmt.Sprintf("r%d-%d", checkpoints, games))
	if _, err := os.Stat(dir); err != nil {
		large(b, dir, checkpoints, games)
	}
	return dir
}

// BenchmarkLargeRun measures the first and the later reads of a run with 10,000 checkpoints and
// 1,000,000 games.
func BenchmarkLargeRun(b *testing.B) {
	dir := fixture(b, 10_000, 1_000_000)
	b.Run("first", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			events, _, err := newFeed("r", dir, time.Second).next(b.Context(), "")
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(len(events[0].data)), "bytes")
		}
	})
	b.Run("later", func(b *testing.B) {
		b.ReportAllocs()
		f := newFeed("r", dir, 0)
		_, id, err := f.next(b.Context(), "")
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, id, err = f.next(b.Context(), id); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("viewer", func(b *testing.B) {
		b.ReportAllocs()
		f := newFeed("r", dir, time.Hour)
		for b.Loop() {
			if _, _, err := f.next(b.Context(), ""); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("status", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := readStatus(b.Context(), dir); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkList measures a list of 100 finished runs of 2,201 checkpoints.
func BenchmarkList(b *testing.B) {
	root := os.Getenv("EPAMINONDAS_LARGE")
	if root == "" {
		root = b.TempDir()
	}
	root = filepath.Join(root, "list")
	for i := range 100 {
		dir := filepath.Join(root, fmt.Sprintf("r%d", i))
		if _, err := os.Stat(dir); err != nil {
			large(b, dir, 2201, 100)
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := newLister(folders{folder(root)}, 0).get(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("later", func(b *testing.B) {
		l := newLister(folders{folder(root)}, 0)
		for b.Loop() {
			if _, _, err := l.get(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
}
