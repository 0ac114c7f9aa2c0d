package fleet

import (
	"testing"
	"time"

	"epaminondas/internal/training/fleet/ledger"
)

// A game that is in the run is never refused too, even if it arrives again when the ingester would
// no longer accept it.
func TestStoredGamesAreNotRefused(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("a")
	var p Parcel
	p.Spool = spoolID
	for _, g := range o.local(o.localPlayer(key, spoolID), o.localModel(), 3) {
		p.Records = append(p.Records, g.Record)
	}
	publish(t, o, pair, key, p)
	register(t, o.run, 100)
	in := o.ingester()
	if err := in.Offer(t.Context(), o.objects, Offering{}, false, time.Now()); err != nil {
		t.Fatal(err)
	}
	again := func(now time.Time) {
		t.Helper()
		m := &note{sender: key, data: encode(t, o, pair, key, p)}
		if err := in.Ingest(t.Context(), []Message{m}, now); err != nil {
			t.Fatal(err)
		}
		o.tally(key, 3, 0)
	}
	again(time.Now().Add(time.Hour)) // the network is too old now
	lost := Heartbeat{Lost: []Lost{{Spool: spoolID, From: 0, To: 3}}}
	if _, err := in.Answer(t.Context(), key, lost, time.Now()); err != nil {
		t.Fatal(err)
	}
	o.tally(key, 3, 0)
	if err := ledger.Revoke(t.Context(), o.run, "a", time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := in.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	again(time.Now())
}

// A worker reports games as lost while a copy of them is still on its way. When the copy arrives,
// the games are stored and no longer refused.
func TestLostGamesThatStillArrive(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("a")
	games := o.local(o.localPlayer(key, spoolID), o.localModel(), 3)
	lost := Heartbeat{Lost: []Lost{{Spool: spoolID, From: 0, To: 3}}}
	if _, err := o.ingester().Answer(t.Context(), key, lost, time.Now()); err != nil {
		t.Fatal(err)
	}
	o.tally(key, 0, 3)
	publish(t, o, pair, key, Parcel{Spool: spoolID, Records: [][]byte{games[0].Record, games[1].Record}})
	o.tally(key, 2, 1)
}

// tally checks the numbers of stored and refused games of a worker.
func (o *office) tally(key string, stored int64, refused int) {
	o.tb.Helper()
	list, err := ledger.Refusals(o.tb.Context(), o.run, key, 0, 100)
	if err != nil {
		o.tb.Fatal(err)
	}
	if o.count() != stored || len(list) != refused {
		o.tb.Errorf("%d games stored, refused %+v, want %d and %d", o.count(), list, stored, refused)
	}
}
