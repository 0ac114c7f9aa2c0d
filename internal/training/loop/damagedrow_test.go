package loop

import (
	"errors"
	"os"
	"strings"
	"testing"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
)

// inspect returns what an inspection without mending finds.
func inspect(t *testing.T, dir string) *Inspection {
	t.Helper()
	r, err := runs.Hold(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	found, err := Inspect(t.Context(), r, false, func(string, int, int) {})
	if err := errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	return found
}

// wrong returns the bad parts and their faults, one a line.
func wrong(i *Inspection) string {
	var lines []string
	for _, f := range i.Findings {
		if f.Wrong != "" {
			lines = append(lines, f.Part+": "+f.Wrong)
		}
	}
	return strings.Join(lines, "\n")
}

// TestDamagedRegistry damages the row of the newest checkpoint. An inspection finds the damage, and
// the run continues from the checkpoint before.
func TestDamagedRegistry(t *testing.T) {
	old := cycling()
	dir := begun(t, old)
	older := growing(olderRun(t, mini(), 300))
	young := t.TempDir()
	interrupted(t, young, older, func(cancel func()) *silent {
		return &silent{interrupt: func(step int) {
			if step == 12 {
				cancel()
			}
		}}
	})
	const (
		last = ` WHERE id = (SELECT max(id) FROM checkpoints)`
		set  = `UPDATE checkpoints SET sampler = CAST(json_set(CAST(sampler AS TEXT), `
	)
	for _, test := range []struct {
		name, statement, fault string
		dir                    string
		config                 config.Config
	}{
		{"sampler", `UPDATE checkpoints SET sampler = x'00'` + last, "read the sampler", dir, old},
		{"source", set + `'$.source', '') AS BLOB)` + last, "random source", dir, old},
		{"window", set + `'$.window', 1) AS BLOB)` + last, "want at most 1 of", dir, old},
		{"growth", `UPDATE growth SET state = 'x' WHERE checkpoint = (SELECT max(id) FROM checkpoints)`,
			"read the growth", young, older},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(test.dir)); err != nil {
				t.Fatal(err)
			}
			change(t, dir, test.statement)
			found := inspect(t, dir)
			if got := wrong(found); !strings.Contains(got, test.fault) || strings.Contains(got, "\n") {
				t.Errorf("an inspection finds %q, want %q", got, test.fault)
			}
			s := &silent{}
			final, err := work(t, t.Context(), dir, test.config, s)
			if err != nil {
				t.Fatal(err)
			}
			if !said(s, test.fault) || !said(s, "instead") || final.Phase != runs.Final {
				t.Errorf("the run says %q and ends with %+v", s.notices, final)
			}
		})
	}
}

// TestInspectHeldOut damages and removes games that are held out for measurements.
func TestInspectHeldOut(t *testing.T) {
	c, dir := growing(olderRun(t, mini(), 300)), t.TempDir()
	finish(t, dir, c)
	if got := wrong(inspect(t, dir)); got != "" {
		t.Fatalf("an inspection of a sound run finds %q", got)
	}
	change(t, dir, `UPDATE held_out_games SET record = x'00' WHERE id = 3`)
	change(t, dir, `DELETE FROM held_out_games WHERE id IN (1, 5)`)
	got := wrong(inspect(t, dir))
	for _, want := range []string{"held-out game 3: replay: decode game: damaged", "2 are missing"} {
		if !strings.Contains(got, want) {
			t.Errorf("an inspection finds %q, want %q", got, want)
		}
	}
}
