package fleet

import (
	"bytes"
	"maps"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/training/fleet/ledger"
)

// The ingester counts the batches that it refuses as a whole by reason, names each reason once, and
// suspends a worker with too many of them.
func TestRefusedBatchesAreCounted(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("mallory")
	other, otherKey := o.invite("other")
	var told []string
	in := o.ingester()
	in.tell = func(text string) { told = append(told, text) }
	game := o.local(o.localPlayer(key, spoolID), o.localModel(), 1)[0]
	p := Parcel{Spool: spoolID, Records: [][]byte{game.Record}}
	good, foreign := encode(t, o, pair, key, p), encode(t, o, other, otherKey, p)
	b := Batch{Fleet: "elsewhere", Worker: key, Spool: spoolID, Contract: in.current().digest,
		Records: p.Records}
	elsewhere, err := b.Encode(pair)
	if err != nil {
		t.Fatal(err)
	}
	id := b.ID()
	var list []Message
	for range 2 {
		list = append(list,
			&note{sender: key, data: []byte("junk"), id: id},
			&note{sender: key, data: append(bytes.Clone(good), 1), id: id},
			&note{sender: key, data: foreign, id: id},
			&note{sender: key, data: elsewhere, id: id},
			&note{sender: key, data: good, id: strings.Repeat("0", mostID+1)},
			&note{sender: key, data: good, id: "an id"},
			&note{sender: key, data: good, id: id, header: mostHeaderSize + 1},
			&note{sender: "UNKNOWN", data: []byte("junk")},
		)
	}
	if err := in.Ingest(t.Context(), list, time.Now()); err != nil {
		t.Fatal(err)
	}
	for i, m := range list {
		if !m.(*note).done {
			t.Errorf("message %d is not acknowledged", i)
		}
	}
	o.tally(key, 0, 0)
	want := map[string]int64{FaultBatch: 2, FaultSignature: 2, FaultSender: 4, FaultHeader: 6}
	workers, err := ledger.Workers(t.Context(), o.run)
	if err != nil || len(workers) != 2 || !maps.Equal(workers[0].RefusedBatches, want) ||
		len(workers[1].RefusedBatches) > 0 {
		t.Errorf("workers %+v, %v, want refused batches %v", workers, err, want)
	}
	if len(told) != len(want) || !strings.Contains(told[0], "mallory") {
		t.Errorf("told %q, want each of %v once", told, want)
	}
	honest := []Message{&note{sender: key, data: good, id: id}}
	if err := in.Ingest(t.Context(), honest, time.Now()); err != nil {
		t.Fatal(err)
	}
	o.tally(key, 1, 0) // a good batch still counts
	for range mostFaults / 1000 {
		var junk []Message
		for range 1000 {
			junk = append(junk, &note{sender: key, data: []byte("junk"), id: id})
		}
		if err := in.Ingest(t.Context(), junk, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	for _, when := range []string{"at once", "after Refresh"} {
		orders, err := in.Answer(t.Context(), key, Heartbeat{}, time.Now())
		if err != nil || !strings.Contains(orders.Stop, "suspended") {
			t.Errorf("%s: orders %+v, %v, want a stop", when, orders, err)
		}
		if err := in.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// The ids of our batches are valid, and long or strange ones are not.
func TestIDs(t *testing.T) {
	longest := Batch{Spool: spoolID, First: 1<<64 - 1 - maxGames, Records: make([][]byte, maxGames)}.ID()
	for id, want := range map[string]bool{
		longest: true, "": true, longest + "-1": true,
		strings.Repeat("0", mostID+1): false, "x": false, "0 0": false, "0\n": false,
	} {
		if validID(id) != want {
			t.Errorf("%.40q: valid %v, want %v", id, !want, want)
		}
	}
}

// Headers count towards the quota of their sender, and large ones more than other bytes.
func TestHeadersCountTowardsTheQuota(t *testing.T) {
	o := newOffice(t, mini())
	_, key := o.invite("mallory")
	o.ingester().workers[key].bucket = newBucket(1000)
	now := time.Now()
	for i := range 3 {
		m := &note{sender: key, data: []byte("junk"), header: MaxBatch / 2 / strangeRate}
		if err := o.ingester().Ingest(t.Context(), []Message{m}, now); err != nil {
			t.Fatal(err)
		}
		if waits := i > 0; (m.later > 0) != waits {
			t.Errorf("message %d waits %v", i, m.later)
		}
	}
	if got := size(&note{data: make([]byte, 100), header: mostHeaderSize}); got != 100+mostHeaderSize {
		t.Errorf("usual headers make %d bytes, want %d", got, 100+mostHeaderSize)
	}
}
