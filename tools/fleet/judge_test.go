package main

import (
	"bytes"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
)

// The judge names games that are stored and also refused.
func TestStoredAndRefused(t *testing.T) {
	for name, test := range map[string]struct {
		spool, reason string
		number        int
		want          string // of the error
	}{
		"both":          {"s", "lost", 1, "1 refused, 1 of them stored too"},
		"another game":  {"s", "lost", 2, "1 refused, 0 of them stored too"},
		"another spool": {"t", "lost", 1, "1 refused, 0 of them stored too"},
		"a conflict":    {"s", "conflict", 1, "1 refused, 0 of them stored too"},
	} {
		f := &field{run: t.TempDir(), fleet: "f", trainer: &process{}, hub: &process{}, ingester: &process{}}
		db, err := sql.Open("sqlite", filepath.Join(f.run, "run.db"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = db.Exec(`CREATE TABLE games (seed INTEGER, number INTEGER);
CREATE TABLE checkpoints (id INTEGER, step INTEGER);
CREATE TABLE fleet_refusals (worker TEXT, spool TEXT, number INTEGER, reason TEXT)`)
		if err == nil {
			_, err = db.Exec(`INSERT INTO games VALUES (?, 0), (?1, 1)`, f.seed(spoolID{"K", "s"}))
		}
		if err == nil {
			_, err = db.Exec(`INSERT INTO fleet_refusals VALUES ('K', ?, ?, ?)`, test.spool, test.number,
				test.reason)
		}
		if err != nil {
			t.Fatal(err)
		}
		db.Close()
		var out bytes.Buffer
		err = f.judge(t.Context(), times{}, nil, &out)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q\n%s", name, err, test.want, out.String())
		}
	}
}
