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
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer encoder.Close()
	forged := encoder.EncodeAll(payload, bytes.Clone(record[:recordHeader]))
	table := crc32.MakeTable(crc32.Castagnoli)
	sum := crc32.Update(crc32.Checksum(forged[:8], table), table, forged[recordHeader:])
	binary.LittleEndian.PutUint32(forged[8:], sum)
	return forged
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
	other := reencode(t, e, func(g *replay.Game) { g.Searches[len(g.Searches)-1].Value /= 2 })
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
		if err := in.Offer(t.Context(), o.shelf, Offering{}, false, time.Now()); err != nil {
			t.Fatal(err)
		}
		publish(t, o, pair, key, Parcel{Spool: spoolID, First: uint64(i), Records: [][]byte{games[i].Record}})
	}
	o.refusedFor(key, ReasonAge)
	if o.count() != 1 {
		t.Errorf("%d games are stored, want only the one that is 100 steps behind", o.count())
	}
}
