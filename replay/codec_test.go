package replay

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"epaminondas/game"
)

func TestCodecRoundTrip(t *testing.T) {
	for _, rules := range boards {
		b := game.MustBoard(rules)
		rapid.Check(t, func(t *rapid.T) {
			g := playGame(b, newRand(rapid.Uint64().Draw(t, "seed")), rapid.Uint64().Draw(t, "number"))
			record, err := EncodeGame(g)
			if err != nil {
				t.Fatal(err)
			}
			decoded, err := DecodeGame(record)
			if err != nil {
				t.Fatal(err)
			}
			sameGame(t, g, decoded)
			again, err := EncodeGame(decoded)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(record, again) {
				t.Fatal("a decoded game encodes differently")
			}
		})
	}
}

// sameGame compares a game with its decoded record. Policies must agree within the precision of
// fractions, and everything else exactly.
func sameGame(t rapid.TB, want, got *Game) {
	t.Helper()
	w, g := *want, *got
	w.Searches, g.Searches = nil, nil
	if !reflect.DeepEqual(w, g) {
		t.Fatalf("decoded\n%+v, want\n%+v", g, w)
	}
	if len(want.Searches) != len(got.Searches) {
		t.Fatalf("%d searches, want %d", len(got.Searches), len(want.Searches))
	}
	for i := range want.Searches {
		w, g := &want.Searches[i], &got.Searches[i]
		if w.Ply != g.Ply || w.Value != g.Value || w.Weight != g.Weight || w.Full() != g.Full() {
			t.Fatalf("search %+v, want %+v", g, w)
		}
		if !slices.IsSorted(g.Moves) {
			t.Fatalf("moves %v are not in order", g.Moves)
		}
		for j, m := range g.Moves {
			p := float32(0)
			if k := slices.Index(w.Moves, m); k >= 0 {
				p = w.Policy[k]
			}
			if math.Abs(float64(p-g.Policy[j])) > 1.1/whole {
				t.Fatalf("ply %d move %v: probability %v, want %v", g.Ply, m, g.Policy[j], p)
			}
		}
	}
}

func TestDecodeRefusesEveryChange(t *testing.T) {
	g := games(game.MustBoard(boards[0]), 1, 1)[0]
	record, err := EncodeGame(g)
	if err != nil {
		t.Fatal(err)
	}
	for i := range record {
		for flip := 1; flip < 256; flip += 1 {
			record[i] ^= byte(flip)
			if _, err := DecodeGame(record); !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrVersion) {
				t.Fatalf("byte %d of %d changed by %#x: error %v", i, len(record), flip, err)
			}
			record[i] ^= byte(flip)
		}
		if _, err := DecodeGame(record[:i]); !errors.Is(err, ErrCorrupt) {
			t.Fatalf("cut to %d of %d bytes: error %v", i, len(record), err)
		}
	}
	if _, err := DecodeGame(append(record, 0)); !errors.Is(err, ErrCorrupt) {
		t.Fatalf("a byte more: error %v", err)
	}
}

func TestDecodeNamesVersion(t *testing.T) {
	record, err := EncodeGame(games(game.MustBoard(boards[0]), 1, 1)[0])
	if err != nil {
		t.Fatal(err)
	}
	record[3] = 9
	if _, err := DecodeGame(record); !errors.Is(err, ErrVersion) ||
		!strings.Contains(err.Error(), "unknown version 9") {
		t.Fatalf("error %v", err)
	}
}

// TestDecodeIsBounded decodes a sound frame with a payload that unpacks to more than its stated
// length, or more than the bound.
func TestDecodeIsBounded(t *testing.T) {
	huge, err := compress(make([]byte, 64<<20), recordVersion)
	if err != nil {
		t.Fatal(err)
	}
	for _, claim := range []uint32{16, maxPayload, 64 << 20} {
		binary.LittleEndian.PutUint32(huge[4:], claim)
		binary.LittleEndian.PutUint32(huge[8:], recordSum(huge))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := DecodeGame(huge)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, ErrCorrupt) {
			t.Errorf("a payload of 64 MiB that claims %d bytes: error %v", claim, err)
		}
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 4*maxPayload {
			t.Errorf("a payload that claims %d bytes: %d bytes allocated", claim, allocated)
		}
	}
}

// TestDecodeRefusesPolicy decodes a sound frame with a policy that does not fit the position. Only
// a bug in a writer can make such a record.
func TestDecodeRefusesPolicy(t *testing.T) {
	start := game.MustBoard(boards[0]).Start()
	g := &Game{Rules: boards[0], Start: start.String(), Reason: game.Stopped}
	empty, err := appendPayload(nil, g)
	if err != nil {
		t.Fatal(err)
	}
	search := func(fractions ...uint64) []byte {
		b := append(bytes.Clone(empty[:len(empty)-1]), 1, 0) // one search, at ply 0
		b = append(b, make([]byte, 8)...)                    // value and weight 0
		b = binary.AppendUvarint(b, uint64(len(fractions)))
		for _, f := range fractions {
			b = binary.AppendUvarint(b, f)
		}
		return b
	}
	right := make([]uint64, len(start.AppendMoves(nil)))
	right[3] = whole
	for name, test := range map[string]struct {
		payload []byte
		want    string
	}{
		"right":         {search(right...), ""},
		"too short":     {search(right[1:]...), "probabilities for"},
		"too long":      {search(append(right, 0)...), "probabilities for"},
		"sum":           {search(append(right[1:], 1)...), "sum of the fractions of ply 0 is 65536"},
		"large":         {search(append(right[1:], whole+1)...), "a number is 65536"},
		"cut":           {search(right...)[:len(empty)+20], "ends early"},
		"bytes after":   {append(search(right...), 0), "1 byte follows"},
		"many searches": {binary.AppendUvarint(bytes.Clone(empty[:len(empty)-1]), 1<<40), "a number is"},
	} {
		record, err := compress(test.payload, recordVersion)
		if err != nil {
			t.Fatal(err)
		}
		_, err = DecodeGame(record)
		if test.want == "" && err != nil ||
			test.want != "" && (!errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: error %v, want %q in it", name, err, test.want)
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	b := game.MustBoard("epaminondas:5x5x1")
	rules := []struct {
		name   string
		change func(g *Game)
		want   string
	}{
		{"unknown rules", func(g *Game) { g.Rules = "chess" }, "chess"},
		{"rules written differently", func(g *Game) { g.Rules += ",limit=advancement" }, "rules are written"},
		{"start", func(g *Game) { g.Start = "www/... w" }, "position"},
		{"illegal move", func(g *Game) { g.Moves[2] = game.NoMove }, "ply 2: the move 0xffff is illegal"},
		{"move after the end", func(g *Game) { g.Moves = append(g.Moves, g.Moves[0]) }, "illegal"},
		{"outcome", func(g *Game) { g.Outcome = game.Draw }, "but the rules give"},
		{"no outcome", func(g *Game) { g.Outcome = 9 }, "outcome is 9"},
		{"reason", func(g *Game) { g.Reason = "boredom" }, "boredom"},
		{"early end", func(g *Game) {
			g.Moves = g.Moves[:len(g.Moves)-1]
			g.Searches = nil
		}, "but the rules give"},
		{"proof of a finished game", func(g *Game) { g.Reason = game.Proof }, "by proof, but the rules give"},
		{"random plies", func(g *Game) { g.RandomPlies = len(g.Moves) + 1 }, "random plies"},
		{"search of a random ply", func(g *Game) {
			g.RandomPlies = g.Searches[0].Ply + 1
		}, "search 0 is at ply"},
		{"searches out of order", func(g *Game) {
			g.Searches[1].Ply = g.Searches[0].Ply
		}, "search 1 is at ply"},
		{"search after the end", func(g *Game) {
			g.Searches[len(g.Searches)-1].Ply = len(g.Moves) + 1
		}, "at ply"},
		{"value", func(g *Game) { g.Searches[0].Value = 1.5 }, "value is 1.5"},
		{"no value", func(g *Game) { g.Searches[0].Value = float32(math.NaN()) }, "value is NaN"},
		{"weight", func(g *Game) { g.Searches[0].Weight = -1 }, "weight is -1"},
		{"policy of an illegal move", func(g *Game) { full(g).Moves[0] = game.NoMove }, "illegal"},
		{"two probabilities", func(g *Game) { s := full(g); s.Moves[0] = s.Moves[1] }, "two probabilities"},
		{"missing probability", func(g *Game) { s := full(g); s.Moves = s.Moves[1:] }, "probabilities"},
		{"policy sum", func(g *Game) { s := full(g); s.Policy[0] += 0.5 }, "probabilit"},
		{"infinite policy", func(g *Game) { full(g).Policy[0] = float32(math.Inf(1)) }, "probability is +Inf"},
		{"long text", func(g *Game) { g.Model = strings.Repeat("m", maxText+1) }, "start and opponent has"},
	}
	for _, test := range rules {
		t.Run(test.name, func(t *testing.T) {
			g := finished(b)
			test.change(g)
			if _, err := EncodeGame(g); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("error %v, want %q in it", err, test.want)
			}
		})
	}
	if _, err := EncodeGame(finished(b)); err != nil {
		t.Fatal(err)
	}
}

// finished returns a game that ended by the rules and has a full search of two moves or more.
func finished(b *game.Board) *Game {
	rng := newRand(3)
	for {
		g := playGame(b, rng, 1)
		if g.playedOut() && len(g.Searches) > 2 && full(g) != nil {
			return g
		}
	}
}

// full returns the first full search of two moves or more.
func full(g *Game) *SearchRecord {
	for i := range g.Searches {
		if s := &g.Searches[i]; len(s.Moves) > 1 {
			return s
		}
	}
	return nil
}

// TestRecordOfVersion1 reads a record from the time of version 1. Another format needs another
// version, and this record must stay readable. So the test has no way to update the record.
func TestRecordOfVersion1(t *testing.T) {
	g, err := writtenGame()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("testdata", "record-v1.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want Game
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(*g, want) {
		t.Fatalf("decoded\n%+v, want\n%+v", *g, want)
	}
}

func TestFractionsSum(t *testing.T) {
	s := game.MustBoard("epaminondas")
	start := s.Start()
	legal := start.AppendMoves(nil)
	rapid.Check(t, func(t *rapid.T) {
		search := randomSearch(newRand(rapid.Uint64().Draw(t, "seed")), 0, legal)
		if !search.Full() {
			return
		}
		var round rounder
		fractions, _, err := round.fractions(nil, legal, &search)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0
		for _, f := range fractions {
			sum += int(f)
		}
		if sum != whole {
			t.Fatalf("fractions sum to %d, want %d", sum, whole)
		}
	})
}

func BenchmarkEncodeGame(b *testing.B) {
	g := games(game.MustBoard("epaminondas:8x8,max_plies=150"), 1, 1)[0]
	bytes := 0
	for b.Loop() {
		record, err := EncodeGame(g)
		if err != nil {
			b.Fatal(err)
		}
		bytes = len(record)
	}
	b.ReportMetric(float64(bytes), "bytes/game")
	b.ReportMetric(float64(len(g.Moves))*float64(b.N)/b.Elapsed().Seconds(), "plies/s")
}

func BenchmarkDecodeGame(b *testing.B) {
	g := games(game.MustBoard("epaminondas:8x8,max_plies=150"), 1, 1)[0]
	record, err := EncodeGame(g)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := DecodeGame(record); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(g.Moves))*float64(b.N)/b.Elapsed().Seconds(), "plies/s")
}

// TestRepetition checks that a game may end by repetition only if the ply limit is a draw and the
// last position also occurred earlier.
func TestRepetition(t *testing.T) {
	there, back := game.NewMove(game.SquareAt(0, 0), game.North, 1),
		game.NewMove(game.SquareAt(0, 1), game.South, 1)
	b := game.MustBoard("epaminondas:4x6x1,max_plies=60,limit=draw")
	turned := func(m game.Move) game.Move { return b.FlipMove(m) }
	shuffle := []game.Move{there, turned(there), back, turned(back)}
	for _, c := range []struct {
		name, rules string
		moves       []game.Move
		outcome     game.Outcome
		want        string // of the error
	}{
		{"a repetition", "epaminondas:4x6x1,max_plies=60,limit=draw", shuffle, game.Draw, ""},
		{"no repetition", "epaminondas:4x6x1,max_plies=60,limit=draw", shuffle[:3], game.Draw,
			"the game had no such position before"},
		{"a winner", "epaminondas:4x6x1,max_plies=60,limit=draw", shuffle, game.WhiteWins, "want a draw"},
		{"a verdict", "epaminondas:4x6x1,max_plies=60", shuffle, game.Draw, "is not a draw"},
		{"no limit", "epaminondas:4x6x1", shuffle, game.Draw, "is not a draw"},
	} {
		start := game.MustBoard(c.rules).Start()
		g := &Game{Rules: c.rules, Model: "m", Start: start.String(), Moves: c.moves, Outcome: c.outcome,
			Reason: game.Repetition}
		record, err := EncodeGame(g)
		if c.want == "" && err != nil ||
			c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if err != nil {
			continue
		}
		if read, err := DecodeGame(record); err != nil || read.Reason != game.Repetition ||
			read.Outcome != game.Draw {
			t.Errorf("%s: read back %+v, %v", c.name, read, err)
		}
	}
}

// compress frames a payload as a record of a version.
func compress(payload []byte, version byte) ([]byte, error) {
	var e Encoder
	return e.compress(payload, version)
}
