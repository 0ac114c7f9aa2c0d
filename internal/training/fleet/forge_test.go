package fleet

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"epaminondas/game"
	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/replay"
)

// recordHeader is the length of the header of a record.
const recordHeader = 12

// forge returns a sound record with a changed payload. Package replay would not encode it. change
// gets the payload from the outcome on: the outcome, the random plies, the number of moves, and two
// bytes for each move.
func forge(t *testing.T, record []byte, change func(tail []byte)) []byte {
	t.Helper()
	decoder, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer decoder.Close()
	payload, err := decoder.DecodeAll(record[recordHeader:], nil)
	if err != nil {
		t.Fatal(err)
	}
	rest := payload
	number := func() uint64 {
		n, size := binary.Uvarint(rest)
		rest = rest[size:]
		return n
	}
	for range 4 { // texts
		n := number()
		rest = rest[n:]
	}
	number() // seed
	number() // number
	change(rest)
	return frame(t, record[3], payload)
}

// frame returns a sound record of a payload.
func frame(t *testing.T, version byte, payload []byte) []byte {
	t.Helper()
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer encoder.Close()
	record := make([]byte, recordHeader)
	copy(record, "EPG")
	record[3] = version
	binary.LittleEndian.PutUint32(record[4:], uint32(len(payload)))
	record = encoder.EncodeAll(payload, record)
	table := crc32.MakeTable(crc32.Castagnoli)
	sum := crc32.Update(crc32.Checksum(record[:8], table), table, record[recordHeader:])
	binary.LittleEndian.PutUint32(record[8:], sum)
	return record
}

// unplayable returns a sound record with many moves that cannot be played, because the first
// position is not one.
func unplayable(t *testing.T, g replay.Game, plies int) []byte {
	t.Helper()
	var payload []byte
	for _, text := range []string{g.Rules, g.Model, "no position", string(game.Stopped)} {
		payload = append(binary.AppendUvarint(payload, uint64(len(text))), text...)
	}
	for _, n := range []uint64{g.Seed, g.Number, uint64(game.Ongoing), 0, uint64(plies)} {
		payload = binary.AppendUvarint(payload, n)
	}
	payload = append(payload, make([]byte, 2*plies)...)
	return frame(t, replay.RecordVersion, binary.AppendUvarint(payload, 0))
}

// The ingester refuses games with an illegal move or a false end, although their records are sound.
func TestForgedRulesAreRefused(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("mallory")
	honest := o.local(o.localPlayer(key, spoolID), o.localModel(), 40)
	i := slices.IndexFunc(honest, func(e replay.Encoded) bool { // the end of others cannot be checked
		return e.Game.Reason != game.Proof && e.Game.Reason != game.Stopped
	})
	if i < 0 {
		t.Fatal("no game has an end that the rules decide")
	}
	e := honest[i]
	parcel := func(record []byte) Parcel {
		return Parcel{Spool: spoolID, First: e.Game.Number, Records: [][]byte{record}}
	}
	for want, change := range map[string]func(tail []byte){
		ReasonMoves: func(tail []byte) { binary.LittleEndian.PutUint16(tail[3:], 0xfff) },
		ReasonOutcome: func(tail []byte) {
			tail[0] = byte(game.WhiteWins)
			if e.Game.Outcome == game.WhiteWins {
				tail[0] = byte(game.BlackWins)
			}
		},
	} {
		publish(t, o, pair, key, parcel(forge(t, e.Record, change)))
		o.refusedFor(key, want)
		if o.count() != 0 {
			t.Errorf("a game with a wrong %s is stored", want)
		}
		forgetRefusals(t, o)
	}
	publish(t, o, pair, key, parcel(forge(t, e.Record, func([]byte) {})))
	if o.count() != 1 {
		t.Error("the unchanged game is refused, so the test proves nothing")
	}
}

// A second game of the same seed and number, as a cloned machine sends it, is a conflict. The run
// keeps the first one.
func TestConflictIsRefused(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("a")
	e := o.local(o.localPlayer(key, spoolID), o.localModel(), 1)[0]
	other := reencode(t, e, func(g *replay.Game) {
		value := &g.Searches[len(g.Searches)-1].Value
		if *value += 0.5; *value > 1 {
			*value -= 1
		}
	})
	if bytes.Equal(other, e.Record) {
		t.Fatal("the other game is the same")
	}
	for range 2 {
		publish(t, o, pair, key, Parcel{Spool: spoolID, Records: [][]byte{e.Record}})
	}
	publish(t, o, pair, key, Parcel{Spool: spoolID, Records: [][]byte{other}})
	o.refusedFor(key, ReasonConflict)
	g, err := o.run.Games.Load(t.Context(), 1)
	if err != nil || o.count() != 1 {
		t.Fatalf("%d games are stored, %v", o.count(), err)
	}
	if record, err := replay.EncodeGame(g); err != nil || !bytes.Equal(record, e.Record) {
		t.Errorf("the run does not keep the first game: %v", err)
	}
}

// With a limit in steps, the ingester refuses the games of a network that is too far behind.
func TestLagInSteps(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("a")
	games := o.local(o.localPlayer(key, spoolID), o.localModel(), 2)
	in := o.ingester()
	in.admission.LagSteps, in.admission.LagTime = 100, 0
	for i, step := range []int64{100, 101} {
		register(t, o.run, step)
		if err := in.Offer(t.Context(), o.objects, Offering{}, false, time.Now()); err != nil {
			t.Fatal(err)
		}
		publish(t, o, pair, key, Parcel{Spool: spoolID, First: uint64(i), Records: [][]byte{games[i].Record}})
	}
	o.refusedFor(key, ReasonAge)
	if o.count() != 1 {
		t.Errorf("%d games are stored, want only the one that is 100 steps behind", o.count())
	}
}

// The ingester refuses games of other rules, or of more moves than the rules allow, before it plays
// them. Such games need few bytes and can take very long to play.
func TestEndlessGamesAreNotPlayed(t *testing.T) {
	o := newOffice(t, mini())
	j := o.ingester().newJudge(time.Now())
	file := o.localModel().Name
	for want, g := range map[string]replay.Game{
		ReasonRules: {Rules: "epaminondas:16x16x3", Model: file, Seed: 1, Number: 2},
		ReasonSeed:  {Rules: j.stages[0].board.Rules().Name(), Model: file, Seed: 1, Number: 3},
		ReasonModel: {Rules: j.stages[0].board.Rules().Name(), Model: "none", Seed: 1, Number: 2},
		ReasonMoves: {Rules: j.stages[0].board.Rules().Name(), Model: file, Seed: 1, Number: 2},
	} {
		const plies = 2000
		a := ledger.Arrival{Seed: 1, Number: 2, Record: unplayable(t, g, plies)}
		if j.judge(&a); a.Reason != want {
			t.Errorf("a record of %d bytes with %d moves: %s, %s, want %s", len(a.Record), plies, a.Reason,
				a.Detail, want)
		}
	}
}
