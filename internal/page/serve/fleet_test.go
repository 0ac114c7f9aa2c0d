package serve

import (
	"testing"
	"time"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/internal/training/runs"
)

// A run with workers lists them. The server sends their state when it changes.
func TestWorkersAreListed(t *testing.T) {
	dir := t.TempDir()
	r, err := runs.Create(t.Context(), dir, config.Default())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	look := func(old snapshot) snapshot {
		t.Helper()
		s, err := read(t.Context(), dir, old)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	alone := look(snapshot{})
	if alone.fleet != nil {
		t.Errorf("a run without workers has the fleet %+v", alone.fleet)
	}
	now := time.Now()
	if err := ledger.Invite(t.Context(), r,
		ledger.Worker{Key: "K", Name: "kitchen", Quota: 1, Invited: now}); err != nil {
		t.Fatal(err)
	}
	status := ledger.WorkerStatus{Seen: now, Cores: 4, GamesPerHour: 100, Step: 0, Spooled: 7,
		State: "playing"}
	if err := ledger.TellWorkers(t.Context(), r, map[string]ledger.WorkerStatus{"K": status}); err != nil {
		t.Fatal(err)
	}
	invited := look(alone)
	u, ok := invited.since(&alone, alone.status(now), now)
	if !ok || u.Fleet == nil || len(u.Fleet.Workers) != 1 {
		t.Fatalf("update %+v, %v, want one with the worker", u, ok)
	}
	if w := u.Fleet.Workers[0]; w.Name != "kitchen" || w.State != "playing" || w.Cores != 4 ||
		w.Spooled != 7 || *w.Lag != 0 || u.Fleet.GamesPerHour != 100 {
		t.Errorf("worker %+v of %+v", w, u.Fleet)
	}
	if again := look(invited); again.fleet == nil {
		t.Error("the worker is forgotten")
	} else if u, ok := again.since(&invited, invited.status(now), now); !ok || u.Fleet != nil {
		t.Errorf("nothing has changed, but the update is %+v", u)
	}
}
