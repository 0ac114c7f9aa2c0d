package runs

import (
	"fmt"
	"testing"
	"time"

	"epaminondas/internal/training/config"
)

// begunBefore creates a run with version 1 of the tables and two checkpoints.
func begunBefore(t *testing.T, dir string) {
	t.Helper()
	r := create(t, dir, config.Default())
	for _, change := range []string{
		`ALTER TABLE checkpoints DROP COLUMN processor`,
		`ALTER TABLE checkpoints DROP COLUMN offered`,
		`UPDATE meta SET value = '1' WHERE key = 'run_schema'`,
		`INSERT INTO checkpoints (step, phase, budget, branch, file, games, elapsed, sampler) VALUES (0, 'constant', 'b', 0, 'a', 0, 0, x'')`,
		`INSERT INTO checkpoints (step, phase, budget, branch, file, games, elapsed, sampler) VALUES (5, 'constant', 'b', 0, 'b', 7, 90, x'')`,
	} {
		if _, err := r.db.Exec(change); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestRunsOfVersion1Open(t *testing.T) {
	dir := t.TempDir()
	begunBefore(t, dir)
	view, err := OpenView(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	markers, err := view.Markers(t.Context(), 0)
	if err != nil || len(markers) != 2 || markers[1].Elapsed != 90*time.Second ||
		markers[1].Processor.Counted {
		t.Errorf("a view shows %+v, %v", markers, err)
	}
	if err := view.Close(); err != nil {
		t.Fatal(err)
	}
	r := create(t, dir, config.Default())
	defer r.Close()
	c := Checkpoint{Step: 9, Phase: Constant, Budget: "b", File: "c", Sampler: []byte{},
		Processor: Processor{true, 1, 2}}
	if _, err := r.Register(t.Context(), c, nil, nil); err != nil {
		t.Fatal(err)
	}
	list, err := r.Checkpoints(t.Context())
	if err != nil || len(list) != 3 || list[1].Elapsed != 90*time.Second ||
		list[1].Processor != (Processor{}) || list[2].Processor.Used != 1 {
		t.Errorf("the registry is %+v, %v", list, err)
	}
	var version string
	if err := r.db.QueryRow(`SELECT value FROM meta WHERE key = ?`, schemaKey).Scan(&version); err != nil ||
		version != fmt.Sprint(schemaVersion) {
		t.Errorf("the tables are of version %q, %v", version, err)
	}
}

func TestShareOfTheProcessor(t *testing.T) {
	for _, test := range []struct {
		of           Processor
		elapsed      time.Duration
		share, cores float64
	}{
		{Processor{}, time.Hour, 0, 0},
		{Processor{Counted: true}, 0, 0, 0},
		{Processor{Counted: true, Used: time.Hour, Offered: 4 * time.Hour}, 2 * time.Hour, 0.25, 2},
	} {
		if test.of.Counted != (test.of.Time(test.elapsed) != nil) {
			t.Errorf("%+v is told as %v", test.of, test.of.Time(test.elapsed))
		}
		if share, cores := test.of.Share(), test.of.Cores(test.elapsed); share != test.share ||
			cores != test.cores {
			t.Errorf("%+v after %v: share %g of %g cores, want %g of %g", test.of, test.elapsed, share,
				cores, test.share, test.cores)
		}
	}
}

func TestProcessorTimeInWords(t *testing.T) {
	for want, p := range map[string]ProcessorTime{
		"3.50 processor hours, 88% of 2 cores":                {3.5, 2, 0.875},
		"0.10 processor hours, 50% of the cores it asked for": {0.1, 0, 0.5},
	} {
		if got := p.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
