package fleet

import (
	"fmt"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/training/fleet/ledger"
)

// Numbers of refused games and batches that suspend a worker. An honest worker has almost no games
// with faults. But it may have many stale games, for example after a week without a network: a full
// spool of 4x6 has 180,000 of them. Only the size of the database limits them.
const (
	mostFaults = 10_000
	mostStale  = 1_000_000
)

// stale reports whether honest workers also send games that the ingester refuses for a reason.
func stale(reason string) bool {
	return reason == ReasonAge || reason == ReasonContract || reason == ReasonLost
}

// refusals has the numbers of refused games and batches of a worker.
type refusals struct {
	faults int64 // no honest worker sends them
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
	return fmt.Sprintf("it is suspended, because the hub refused %d of its games and batches for faults "+
		"and %s as lost or too old; \"fleet status\" shows why, and only a new invitation ends this",
		r.faults, noun.Count(r.stale, "game"))
}
