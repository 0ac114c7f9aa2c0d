package fleet

import (
	"fmt"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/training/fleet/ledger"
)

// Numbers of refused games and batches that suspend a worker. An honest worker has almost no games
// with faults, so their limit is low. But it may have many stale games, for example after a week
// without a connection. A full spool on the 4x6 board has 180,000 of them. So only the size of the
// database sets their limit.
const (
	mostFaults = 10_000
	mostStale  = 1_000_000
)

// stale reports whether a reason for refusals also applies to games of honest workers.
func stale(reason string) bool {
	return reason == ReasonAge || reason == ReasonContract || reason == ReasonLost
}

// refusals has the numbers of refused games and batches of a worker.
type refusals struct {
	faults int64 // refusals for reasons that no honest worker causes
	stale  int64
}

// countRefusals counts the refused games and batches of a worker.
func countRefusals(w ledger.Worker) (r refusals) {
	for reason, games := range w.Refused {
		if stale(reason) {
			r.stale += games
		} else {
			r.faults += games
		}
	}
	for _, batches := range w.RefusedBatches {
		r.faults += batches
	}
	return r
}

// suspended reports whether the ingester takes nothing more from the worker.
func (r refusals) suspended() bool { return r.faults >= mostFaults || r.stale >= mostStale }

// String says why a worker is suspended.
func (r refusals) String() string {
	return fmt.Sprintf("the worker is suspended, because the hub refused %d of its games and batches for faults "+
		"and %s as lost or too old; \"fleet status\" shows why, and only a new invitation helps",
		r.faults, noun.Count(r.stale, "game"))
}
