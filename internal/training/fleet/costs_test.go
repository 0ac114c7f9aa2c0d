package fleet

import (
	"strings"
	"testing"
	"time"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/replay"
)

// The ingester does not unpack a record that is too large for any game of the run.
func TestTooLargeToUnpack(t *testing.T) {
	o := newOffice(t, mini())
	j := o.ingester().newJudge(time.Now())
	most := replay.MostPayload(j.stages[0].board.Rules())
	for want, size := range map[string]int{ReasonRecord: most, ReasonSize: most + 1} {
		a := ledger.Arrival{Record: frame(t, replay.RecordVersion, make([]byte, size))}
		if j.judge(&a); a.Reason != want {
			t.Errorf("%d bytes: %s, %s, want %s", size, a.Reason, a.Detail, want)
		}
		if len(a.Record) > size/20 {
			t.Errorf("the record has %d bytes, so the test proves little", len(a.Record))
		}
	}
	j = o.ingester().newJudge(time.Now())
	record := frame(t, replay.RecordVersion, make([]byte, most))
	for n := range mostUnpacked/most + 1 {
		a := ledger.Arrival{Record: record}
		j.judge(&a)
		if over := n == mostUnpacked/most; (a.Reason == ReasonSize) != over {
			t.Errorf("game %d of a batch: %s, %s", n, a.Reason, a.Detail)
		}
	}
}

// Games that are cheap to send and dear to check use up the quota of their sender.
func TestCheckingCountsTowardsTheQuota(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("mallory")
	o.ingester().workers[key].bucket = newBucket(1000) // saves up to MaxBatch
	most := replay.MostPayload(o.ingester().current().board.Rules())
	p := Parcel{Spool: spoolID}
	for range 200 {
		p.Records = append(p.Records, frame(t, replay.RecordVersion, make([]byte, most)))
	}
	data := encode(t, o, pair, key, p)
	passed := 0
	now := time.Now()
	for range 1000 {
		m := &note{sender: key, data: data}
		if err := o.ingester().Ingest(t.Context(), []Message{m}, now); err != nil {
			t.Fatal(err)
		}
		if m.later > 0 {
			break
		}
		passed++
	}
	unpacked := passed * len(p.Records) * most
	const allowed = MaxBatch * unpackedRate
	if unpacked < allowed/2 || unpacked > allowed+mostUnpacked {
		t.Errorf("%d batches of %d bytes pass, which unpack to %d bytes, want about %d", passed, len(data),
			unpacked, allowed)
	}
}

// Playing moves counts too, and honest games cost nothing but their bytes.
func TestHonestGamesCostTheirBytes(t *testing.T) {
	for _, cfg := range []config.Config{mini(), solved()} {
		o := newOffice(t, cfg)
		_, key := o.invite("a")
		j := o.ingester().newJudge(time.Now())
		packed := int64(0)
		for _, e := range o.local(o.localPlayer(key, spoolID), o.localModel(), 60) {
			a := ledger.Arrival{Seed: e.Game.Seed, Number: e.Game.Number, Record: e.Record}
			if j.judge(&a); a.Game == nil {
				t.Fatal(a.Detail)
			}
			packed += int64(len(e.Record))
		}
		if j.costs.charge > packed/20 {
			t.Errorf("%s: honest games of %d bytes cost %d more", cfg.Rules.Game, packed, j.costs.charge)
		}
	}
	var c costs
	if c.play(make([]byte, 100), 60); c.charge != 60*plyBytes-100 {
		t.Errorf("60 plies in 100 bytes cost %d, want %d", c.charge, 60*plyBytes-100)
	}
	if c.play(make([]byte, 1000), 60); c.charge != 60*plyBytes-100 {
		t.Errorf("a game of enough bytes changes the costs to %d", c.charge)
	}
	r := ledger.Arrival{Record: []byte("short")}
	j := newOffice(t, mini()).ingester().newJudge(time.Now())
	if j.judge(&r); r.Reason != ReasonRecord || strings.Contains(r.Detail, "panic") {
		t.Errorf("a short record: %s, %s", r.Reason, r.Detail)
	}
}
