package fleet

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nkeys"

	"epaminondas/game"
	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// spoolID is the spool of the games that hostile workers forge.
const spoolID = "00112233445566778899aabb"

// reencode returns the record of a changed game.
func reencode(t *testing.T, e replay.Encoded, change func(g *replay.Game)) []byte {
	t.Helper()
	g, err := replay.DecodeGame(e.Record)
	if err != nil {
		t.Fatal(err)
	}
	change(g)
	record, err := replay.EncodeGame(g)
	if err != nil {
		t.Fatal(err)
	}
	return record
}

// The ingester refuses each forged game for the right reason, and stores nothing of it.
func TestForgedGamesAreRefused(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("mallory")
	player, model := o.localPlayer(key, spoolID), o.localModel()
	honest := o.local(player, model, 40)
	with := func(wants func(g *replay.Game) bool) replay.Encoded {
		t.Helper()
		for _, e := range honest {
			if wants(e.Game) {
				return e
			}
		}
		t.Fatal("no such game")
		return replay.Encoded{}
	}
	any := func(*replay.Game) bool { return true }
	for want, test := range map[string]struct {
		from   func(g *replay.Game) bool
		change func(g *replay.Game)
		bytes  func(record []byte) []byte
	}{
		ReasonSeed:  {any, func(g *replay.Game) { g.Seed++ }, nil},
		ReasonModel: {any, func(g *replay.Game) { g.Model = "step-0000099.safetensors" }, nil},
		ReasonOpening: {func(g *replay.Game) bool { return g.RandomPlies > 0 && g.Searches != nil },
			func(g *replay.Game) { g.RandomPlies-- }, nil},
		ReasonSearches: {any, func(g *replay.Game) { g.Searches[0].Weight = 0.5 }, nil},
		ReasonEnd: {func(g *replay.Game) bool { return g.Reason == game.Proof && g.Start == usual(o) },
			func(g *replay.Game) { g.Reason, g.Outcome = game.Stopped, game.Ongoing }, nil},
		ReasonSize: {any, nil, func([]byte) []byte {
			return make([]byte, DefaultAdmission().MaxRecord+1)
		}},
		ReasonVersion: {any, nil, func(record []byte) []byte { record[3] = 9; return record }},
		ReasonRecord:  {any, nil, func(record []byte) []byte { record[len(record)-1] ^= 1; return record }},
	} {
		e := with(test.from)
		record := bytes.Clone(e.Record)
		if test.change != nil {
			record = reencode(t, e, test.change)
		}
		if test.bytes != nil {
			record = test.bytes(record)
		}
		before := o.count()
		publish(t, o, pair, key, Parcel{Spool: spoolID, First: e.Game.Number, Records: [][]byte{record}})
		o.refusedFor(key, want)
		if o.count() != before {
			t.Errorf("a game that is refused for its %s is stored", want)
		}
		forgetRefusals(t, o)
	}
}

// This program cannot encode games with moves or ends that break the rules, but a forger can.
func TestBrokenRulesAreNamed(t *testing.T) {
	o := newOffice(t, mini())
	_, key := o.invite("mallory")
	e := o.local(o.localPlayer(key, spoolID), o.localModel(), 1)[0]
	j := o.ingester().newJudge(time.Now())
	for err, want := range map[error]string{replay.ErrIllegal: ReasonMoves,
		replay.ErrOutcome: ReasonOutcome} {
		a := ledger.Arrival{Seed: e.Game.Seed, Record: e.Record}
		a.Reason, a.Detail = reasonOf(errors.Join(replay.ErrCorrupt, err))
		if a.Reason != want {
			t.Errorf("%v has the reason %s, want %s", err, a.Reason, want)
		}
	}
	a := ledger.Arrival{Seed: e.Game.Seed, Record: e.Record}
	if j.judge(&a); a.Game == nil {
		t.Errorf("the honest game is refused: %s", a.Detail)
	}
}

func usual(o *office) string {
	start := o.ingester().current().board.Start()
	return start.String()
}

func (o *office) count() int64 {
	o.tb.Helper()
	n, err := o.run.Games.Count(o.tb.Context())
	if err != nil {
		o.tb.Fatal(err)
	}
	return n
}

// refusedFor reports whether the only refusals of a worker have a reason.
func (o *office) refusedFor(key, want string) {
	o.tb.Helper()
	list, err := ledger.Refusals(o.tb.Context(), o.run, key, 0, 100)
	if err != nil {
		o.tb.Fatal(err)
	}
	if len(list) != 1 || list[0].Reason != want || list[0].Detail == "" {
		o.tb.Errorf("refusals %+v, want one for %s", list, want)
	}
}

func forgetRefusals(t *testing.T, o *office) {
	t.Helper()
	if err := forgetGames(o.run.Database()); err != nil {
		t.Fatal(err)
	}
	o.restart()
}

// The ingester refuses faulty batches as a whole.
func TestForgedBatches(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("mallory")
	_, victimKey := o.invite("victim")
	games := o.local(o.localPlayer(key, spoolID), o.localModel(), 3)
	var records [][]byte
	for _, g := range games {
		records = append(records, g.Record)
	}
	p := Parcel{Spool: spoolID, Records: records}
	good := encode(t, o, pair, key, p)
	ingest := func(sender string, data []byte) {
		t.Helper()
		m := &note{sender: sender, data: data}
		if err := o.ingester().Ingest(t.Context(), []Message{m}, time.Now()); err != nil || !m.done {
			t.Errorf("ingest: %v, done %v", err, m.done)
		}
	}
	ingest(victimKey, good)                             // on the subject of another worker
	ingest(victimKey, encode(t, o, pair, victimKey, p)) // in the name of another worker
	ingest(key, append(bytes.Clone(good), 1))           // changed on its way
	ingest(key, []byte(`{"stream":"GAMES","seq":1}`))   // an answer of the server
	ingest("UNKNOWN", good)                             // unknown sender
	ingest(key, bytes.Replace(good, []byte(spoolID), []byte("../../../../../../etc/pa"), 1))
	if n := o.count(); n != 0 {
		t.Errorf("%d games are stored", n)
	}
	for _, k := range []string{key, victimKey} {
		if list, err := ledger.Refusals(t.Context(), o.run, k, 0, 10); len(list) > 0 || err != nil {
			t.Errorf("refusals %+v, %v: a refused batch decides no game", list, err)
		}
	}
	torn := Parcel{Spool: spoolID, Records: append(records[:2:2], nil)}
	data := encode(t, o, pair, key, torn)
	b, tear, err := DecodeBatch(data)
	if err != nil || len(b.Records) != 3 || tear != nil {
		t.Errorf("batch %v, %v", tear, err)
	}
	ingest(key, data)
	if n := o.count(); n != 2 {
		t.Errorf("%d games are stored, want the 2 sound ones", n)
	}
	o.refusedFor(key, ReasonRecord)
}

// The ingester refuses the games of a worker as soon as it is revoked, and the games of an old
// network after a time.
func TestRevokedAndOld(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("a")
	games := o.local(o.localPlayer(key, spoolID), o.localModel(), 3)
	parcel := func(i int) Parcel {
		return Parcel{Spool: spoolID, First: uint64(i), Records: [][]byte{games[i].Record}}
	}
	publish(t, o, pair, key, parcel(0))
	register(t, o.run, 100)
	in := o.ingester()
	later := time.Now().Add(time.Minute)
	if err := in.Offer(t.Context(), o.objects, offering(), false, later); err != nil {
		t.Fatal(err)
	}
	m := &note{sender: key, data: encode(t, o, pair, key, parcel(1))}
	if err := in.Ingest(t.Context(), []Message{m},
		later.Add(DefaultAdmission().LagTime+time.Second)); err != nil {
		t.Fatal(err)
	}
	o.refusedFor(key, ReasonAge)
	if err := ledger.Revoke(t.Context(), o.run, "a", time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := in.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	publish(t, o, pair, key, parcel(2))
	list, err := ledger.Refusals(t.Context(), o.run, key, 0, 10)
	if err != nil || len(list) != 2 || list[1].Reason != ReasonRevoked {
		t.Errorf("refusals %+v, %v", list, err)
	}
	if orders, err := in.Answer(t.Context(), key, Heartbeat{}, time.Now()); err != nil || orders.Stop == "" {
		t.Errorf("orders %+v, %v, want a stop", orders, err)
	}
	if o.count() != 1 {
		t.Errorf("%d games are stored, want 1", o.count())
	}
}

// A flood of one worker waits for the quota, and does not delay other workers.
func TestFloodWaits(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("flood")
	honest, honestKey := o.invite("honest")
	game := o.local(o.localPlayer(honestKey, spoolID), o.localModel(), 1)[0]
	data := encode(t, o, pair, key, Parcel{Spool: spoolID, Records: [][]byte{make([]byte, 400<<10)}})
	waited := 0
	now := time.Now()
	for range 200 {
		m := &note{sender: key, data: data}
		if err := o.ingester().Ingest(t.Context(), []Message{m}, now); err != nil {
			t.Fatal(err)
		}
		if m.later > 0 {
			waited++
		}
	}
	if waited < 60 {
		t.Errorf("%d of 200 large batches wait", waited)
	}
	publish(t, o, honest, honestKey, Parcel{Spool: spoolID, Records: [][]byte{game.Record}})
	if o.count() != 1 {
		t.Error("the honest worker's game is not stored")
	}
}

// A worker that cannot honour the contract gives the reason and stops.
func TestContract(t *testing.T) {
	o := newOffice(t, mini())
	encoded := o.ingester().Contract()
	if c, config, err := Honour(encoded); err != nil || config.Rules != o.run.Config.Rules ||
		config.Selfplay.FullSimulations != 6 || c.Fleet == "" {
		t.Errorf("contract %+v, %v", c, err)
	}
	for old, new := range map[string]string{
		`"version":2`:   `"version":1`,
		`"record":1`:    `"record":2`,
		`"fleet"`:       `"bonus":1,"fleet"`,
		`random_plies`:  `random_pliez`,
		`epaminondas:3`: `epaminondas:99`,
	} {
		changed := bytes.Replace(bytes.Clone(encoded), []byte(old), []byte(new), 1)
		if bytes.Equal(changed, encoded) {
			t.Fatalf("the contract has no %s", old)
		}
		if _, _, err := Honour(changed); !errors.Is(err, ErrContract) {
			t.Errorf("with %s: %v", new, err)
		}
	}
}

// Seeds and shares are the same as in earlier versions, because workers and ingesters of several
// versions must agree.
func TestSeedStays(t *testing.T) {
	if got := Seed("f", "w", "s"); got != 0xb9c571e537f37a05 || got == Seed("f", "w", "t") ||
		got == Seed("f", "v", "s") || got == Seed("g", "w", "s") {
		t.Errorf("seed %#x, want 0xb9c571e537f37a05, and others for others", got)
	}
	active := 0
	for i := range 1000 {
		pair, _ := nkeys.CreateUser()
		key, _ := pair.PublicKey()
		if Active(key, 0.3) {
			active++
			if !Active(key, 0.31) {
				t.Errorf("worker %d is active in a smaller share only", i)
			}
		}
	}
	if active < 230 || active > 370 {
		t.Errorf("%d of 1000 workers are active, want about 300", active)
	}
	if Active("x", 0) || !Active("x", 1) {
		t.Error("a share of 0 is nobody, of 1 all")
	}
}

// Workers pause when there are enough unused games, and play again when there are too few.
func TestFlow(t *testing.T) {
	o := newOffice(t, mini())
	in := o.ingester()
	full := runs.Flow{Ready: 20, Ahead: 8, Told: time.Now()}
	for name, test := range map[string]struct {
		flow    runs.Flow
		backlog int
		low     bool
	}{
		"enough":                   {full, 0, true},
		"wanted":                   {runs.Flow{Ready: 1, Ahead: 8, Told: time.Now()}, 0, false},
		"backlog":                  {runs.Flow{Ready: 1, Ahead: 8, Told: time.Now()}, 2 * mostBacklog, true},
		"never":                    {runs.Flow{Ready: 99, Ahead: 0, Told: time.Now()}, 0, false},
		"wait":                     {runs.Flow{Ahead: 8, Drawn: 1e9, Told: time.Now(), Wait: true}, 0, true},
		"wait, though never ahead": {runs.Flow{Ahead: 0, Told: time.Now(), Wait: true}, 0, true},
	} {
		if err := o.run.SetFlow(t.Context(), test.flow); err != nil {
			t.Fatal(err)
		}
		for range 60 {
			if err := in.Flow(t.Context(), test.backlog, time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		if got := in.Share(); (got == 0) != test.low || !test.low && got != 1 {
			t.Errorf("%s: share %v", name, got)
		}
	}
}
