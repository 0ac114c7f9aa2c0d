package fleet

import (
	"database/sql"
	"testing"
	"time"

	"epaminondas/internal/training/fleet/ledger"
)

// Only games that no honest worker sends suspend a worker. A worker that was away until its games
// were stale may go on.
func TestStaleGamesDoNotSuspend(t *testing.T) {
	o := newOffice(t, mini())
	for reason, suspends := range map[string]bool{
		ReasonAge: false, ReasonContract: false, ReasonLost: false,
		ReasonMoves: true, ReasonOpening: true, ReasonModel: true, ReasonSeed: true, ReasonSize: true,
		ReasonRules: true, ReasonRecord: true, ReasonFrame: true, ReasonSearches: true, ReasonEnd: true,
		ReasonOutcome: true, ReasonVersion: true, ReasonConflict: true,
	} {
		t.Run(reason, func(t *testing.T) {
			pair, key := o.invite(reason)
			o.refuse(key, reason, mostFaults)
			in, before := o.ingester(), o.count()
			orders, err := in.Answer(t.Context(), key, Heartbeat{}, time.Now())
			if err != nil || (orders.Stop != "") != suspends {
				t.Errorf("orders %+v, %v, want a stop: %v", orders, err, suspends)
			}
			game := o.local(o.localPlayer(key, spoolID), o.localModel(), 1)[0]
			publish(t, o, pair, key, Parcel{Spool: spoolID, Records: [][]byte{game.Record}})
			if stored := o.count() - before; (stored == 0) != suspends {
				t.Errorf("%d games are stored although the worker's stop is %q", stored, orders.Stop)
			}
		})
	}
}

// A suspended worker comes back with a new invitation under another name.
func TestSuspendedWorkerComesBack(t *testing.T) {
	o := newOffice(t, mini())
	_, key := o.invite("a")
	o.refuse(key, ReasonMoves, mostFaults)
	if err := ledger.Revoke(t.Context(), o.run, "a", time.Now()); err != nil {
		t.Fatal(err)
	}
	pair, fresh := o.invite("b")
	game := o.local(o.localPlayer(fresh, spoolID), o.localModel(), 1)[0]
	publish(t, o, pair, fresh, Parcel{Spool: spoolID, Records: [][]byte{game.Record}})
	if orders, err := o.ingester().Answer(t.Context(), fresh, Heartbeat{}, time.Now()); err != nil ||
		orders.Stop != "" || o.count() != 1 {
		t.Errorf("orders %+v, %v, %d games stored, want 1", orders, err, o.count())
	}
}

// The number of stale games that a worker may have has a bound too.
func TestMostStale(t *testing.T) {
	suspended := func(age, lost int64) bool {
		return countRefusals(ledger.Worker{
			Refused: map[string]int64{ReasonAge: age, ReasonLost: lost}}).suspended()
	}
	if suspended(mostStale-2, 1) || !suspended(mostStale-2, 2) {
		t.Error("wrong bound")
	}
}

// refuse adds refused games of a worker to the run.
func (o *office) refuse(key, reason string, games int) {
	o.tb.Helper()
	db, err := sql.Open("sqlite", o.run.Database())
	if err != nil {
		o.tb.Fatal(err)
	}
	defer db.Close()
	_, err = db.Exec(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?3)
INSERT INTO fleet_refusals (worker, spool, number, reason, detail)
	SELECT ?1, 'ffffffffffffffffffffffff', i, ?2, '' FROM n`,
		key, reason, games)
	if err == nil {
		err = o.ingester().Refresh(o.tb.Context())
	}
	if err != nil {
		o.tb.Fatal(err)
	}
}
