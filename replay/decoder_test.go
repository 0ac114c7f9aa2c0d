package replay

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"epaminondas/game"
)

// A decoder reads one record after another as DecodeGame does, also after damaged ones.
func TestDecoderIsReused(t *testing.T) {
	var d Decoder
	defer d.Close()
	accept := func(*Game) error { return nil }
	for i, e := range append(encoded(t, 8), encoded(t, 3)...) {
		if _, err := d.DecodeIf(e.Record[:len(e.Record)-1], accept); !errors.Is(err, ErrCorrupt) {
			t.Errorf("record %d without its end: %v", i, err)
		}
		got, err := d.DecodeIf(e.Record, accept)
		if err != nil {
			t.Fatal(err)
		}
		want, err := DecodeGame(e.Record)
		if err != nil {
			t.Fatal(err)
		}
		sameGame(t, want, got)
	}
}

// A decoder reads games of different boards in turns.
func TestDecoderChangesBoards(t *testing.T) {
	var d Decoder
	defer d.Close()
	for range 2 {
		for _, name := range []string{"epaminondas:4x6x1", "epaminondas:8x8", "crossings:8x8"} {
			rules, err := game.ParseRules(name)
			if err != nil {
				t.Fatal(err)
			}
			b, err := game.NewBoard(rules)
			if err != nil {
				t.Fatal(err)
			}
			record, err := EncodeGame(wide(b, rand.New(rand.NewPCG(1, 2))))
			if err != nil {
				t.Fatal(err)
			}
			got, err := d.DecodeIf(record, func(*Game) error { return nil })
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			want, err := DecodeGame(record)
			if err != nil {
				t.Fatal(err)
			}
			sameGame(t, want, got)
		}
	}
}

// A record that unpacks to more than it declares is refused before the rest is unpacked.
func TestUnpackingStopsAtTheDeclaredSize(t *testing.T) {
	large := make([]byte, 2<<20)
	record, err := compress(large, recordVersion)
	if err != nil {
		t.Fatal(err)
	}
	lying := sealed(large[:100], record[recordHeader:])
	if len(lying) > 1000 || PayloadSize(lying) != 100 {
		t.Fatalf("the record has %d bytes and declares %d", len(lying), PayloadSize(lying))
	}
	var d Decoder
	defer d.Close()
	_, err = d.DecodeIf(lying, nil)
	if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "size") {
		t.Errorf("%v, want an error about the size", err)
	}
	if len(d.payload) > 100 {
		t.Errorf("%d bytes are unpacked, the record declares 100", len(d.payload))
	}
}

// No game is larger than the bound for its rules, even with policies that take as much room as
// possible.
func TestMostPayload(t *testing.T) {
	for _, name := range []string{"epaminondas:3x5x1", "epaminondas:4x6x1", "epaminondas:8x8",
		"epaminondas:14x12", "crossings:8x8", "epaminondas:16x16x3"} {
		rules, err := game.ParseRules(name)
		if err != nil {
			t.Fatal(err)
		}
		rules.MaxPlies, rules.Limit = 40, game.LimitDraw
		b, err := game.NewBoard(rules)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(20) {
			g := wide(b, rand.New(rand.NewPCG(seed, 1)))
			payload, err := appendPayload(nil, g)
			if err != nil {
				t.Fatal(err)
			}
			if most := MostPayload(rules); len(payload) > most || most < 1000 {
				t.Errorf("%s: %d moves have %d bytes, more than the bound %d", name, len(g.Moves),
					len(payload), most)
			}
		}
	}
	var endless game.Rules
	endless.Width, endless.Height, endless.Rows = 14, 12, 2
	if got := MostPayload(endless); got != maxPayload {
		t.Errorf("without a ply limit: %d, want %d", got, maxPayload)
	}
}

// wide returns a random game with a full search in every position, whose policies are uniform.
func wide(b *game.Board, rng *rand.Rand) *Game {
	s := b.Start()
	g := &Game{Rules: b.Rules().Name(), Model: strings.Repeat("m", 250), Start: s.String(),
		Seed: 1<<64 - 1, Number: 1<<64 - 1, Reason: game.Stopped}
	for len(g.Moves) < 39 {
		legal := s.AppendMoves(nil)
		if len(legal) == 0 {
			break
		}
		search := SearchRecord{Ply: len(g.Moves), Value: rng.Float32(), Weight: 1, Moves: legal}
		for range legal {
			search.Policy = append(search.Policy, 1/float32(len(legal)))
		}
		g.Searches = append(g.Searches, search)
		m := legal[rng.IntN(len(legal))]
		g.Moves = append(g.Moves, m)
		s.Play(m)
	}
	if outcome, ending := s.Outcome(); outcome != game.Ongoing {
		g.Outcome, g.Reason = outcome, ending
	}
	return g
}
