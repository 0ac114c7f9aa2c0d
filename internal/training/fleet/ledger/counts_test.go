package ledger

import (
	"context"
	"database/sql"
	"maps"
	"testing"
	"time"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
)

// execute changes the tables of a run behind its back.
func execute(ctx context.Context, r *runs.Run, statement string) error {
	return r.Transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, statement)
		return err
	})
}

// The table of counts has the number of refused games by reason. A run of an earlier version gets it
// when it is opened to write, and is counted without it before.
func TestRefusalsAreCounted(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	r, err := runs.Create(ctx, dir, config.Default())
	if err != nil {
		t.Fatal(err)
	}
	if err := Invite(ctx, r, Worker{Key: "K", Name: "a", Quota: 1, Invited: time.Now()}); err != nil {
		t.Fatal(err)
	}
	check := func(when string, lost, moves int64) {
		t.Helper()
		want := map[string]int64{}
		for reason, n := range map[string]int64{"lost": lost, "moves": moves} {
			if n > 0 {
				want[reason] = n
			}
		}
		view, err := runs.OpenView(ctx, r.Dir)
		if err != nil {
			t.Fatal(err)
		}
		defer view.Close()
		for name, list := range map[string]func() ([]Worker, error){
			"run":  func() ([]Worker, error) { return Workers(ctx, r) },
			"view": func() ([]Worker, error) { return viewWorkers(ctx, view) },
		} {
			workers, err := list()
			if name == "run" && when == "in an older run" {
				continue // an older run is open to read only
			}
			if err != nil || len(workers) != 1 || !maps.Equal(workers[0].Refused, want) {
				t.Errorf("%s, %s: workers %+v, %v, want refused %v", when, name, workers, err, want)
			}
		}
	}
	refuse := func(reason string, numbers ...uint64) {
		t.Helper()
		var list []Arrival
		for _, n := range numbers {
			list = append(list, Arrival{SpoolID: SpoolID{"K", "s"}, Number: n, Reason: reason})
		}
		if _, err := Take(ctx, r, list); err != nil {
			t.Fatal(err)
		}
	}
	check("at first", 0, 0)
	refuse("lost", 0, 1, 2)
	refuse("moves", 2, 3) // number 2 is refused already
	check("after refusals", 3, 1)
	if err := execute(ctx, r, `DELETE FROM fleet_refusals WHERE number < 2`); err != nil {
		t.Fatal(err)
	}
	check("after games arrived", 1, 1)
	if err := execute(ctx, r, `DROP TRIGGER fleet_refusals_added; DROP TRIGGER fleet_refusals_removed;
DROP TABLE fleet_refused; DROP TABLE fleet_faults`); err != nil {
		t.Fatal(err)
	}
	check("in an older run", 1, 1)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err = runs.Open(ctx, r.Dir); err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	refuse("moves", 7)
	check("after the older run was opened", 1, 2)
}
