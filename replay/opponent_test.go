package replay

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"epaminondas/game"
)

// TestOpponents encodes games with and without an opponent.
func TestOpponents(t *testing.T) {
	for _, rules := range boards {
		for _, g := range games(game.MustBoard(rules), 3, 5) {
			for version, g := range map[byte]*Game{1: g, 2: opposed(g, game.Colour(g.Number%2))} {
				record, err := EncodeGame(g)
				if err != nil || record[3] != version {
					t.Fatalf("opponent %q: version %d, %v, want %d", g.Opponent, record[3], err, version)
				}
				decoded, err := DecodeGame(record)
				if err != nil {
					t.Fatal(err)
				}
				sameGame(t, g, decoded)
			}
		}
	}
}

func TestOpponentsAreChecked(t *testing.T) {
	b := game.MustBoard("epaminondas:5x5x1")
	for want, change := range map[string]func(g *Game){
		"the opponent has a side, but no name":    func(g *Game) { g.Opponent = "" },
		"opponent has 4097 bytes":                 func(g *Game) { g.Opponent = strings.Repeat("o", maxText+1) },
		"the side of the opponent is 2":           func(g *Game) { g.OpponentSide = 2 },
		"the search of the opponent has a policy": func(g *Game) { g.Searches = finished(b).Searches },
	} {
		g := opposed(finished(b), game.Black)
		change(g)
		if _, err := EncodeGame(g); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	g := finished(b)
	payload, err := appendPayload(nil, g)
	if err != nil {
		t.Fatal(err)
	}
	for want, end := range map[string][]byte{
		"the opponent has no name":    {0, 0},
		"the payload ends early":      {1, 'x'},
		"a number is 2, want at most": {1, 'x', 2},
		"1 byte follows the game":     {1, 'x', 1, 0},
		"has a policy":                {1, 'x', byte(policySide(g))},
	} {
		record, err := compress(append(payload[:len(payload):len(payload)], end...), opponentVersion)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = DecodeGame(record); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// policySide returns the side with the first full search of a game from the usual start.
func policySide(g *Game) game.Colour {
	for i := range g.Searches {
		if g.Searches[i].Full() {
			return game.Colour(g.Searches[i].Ply % 2)
		}
	}
	panic("no full search")
}

// TestRecordOfVersion2 reads a record from the time of version 2, as [TestRecordOfVersion1] does.
func TestRecordOfVersion2(t *testing.T) {
	record, err := os.ReadFile(filepath.Join("testdata", "record-v2"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := DecodeGame(record)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("testdata", "record-v2.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want Game
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(*g, want) || g.Opponent == "" {
		t.Fatalf("decoded\n%+v, want\n%+v", *g, want)
	}
}

// TestWindowMasksOpponents checks that samples come only from positions of the model, without the
// values and the replies of its opponent.
func TestWindowMasksOpponents(t *testing.T) {
	for _, rules := range boards {
		b := game.MustBoard(rules)
		var played []*Game
		for _, g := range games(b, 7, 12) {
			played = append(played, opposed(g, game.Colour(g.Number%2)))
		}
		s := newSampler(t, b, open, 1, played)
		values := 0
		for _, p := range draw(t, s, 400) {
			g := played[p.Game-1]
			if p.State.Turn() == g.OpponentSide {
				t.Fatalf("a sample of %v is a position of its opponent", g)
			}
			if len(p.Reply) > 0 || len(p.ReplyPolicy) > 0 {
				t.Fatalf("a sample of %v has the reply of its opponent", g)
			}
			if !p.HasOutcome && g.Outcome != game.Ongoing || p.Outcome != g.Outcome.For(p.State.Turn()) {
				t.Fatalf("a sample of %v has the outcome %d", g, p.Outcome)
			}
			for i, v := range p.Values {
				search := searchAt(g, p.Ply+i)
				switch known := search != nil && i%2 == 0; {
				case known != !math.IsNaN(float64(v)), known && v != search.Value:
					t.Fatalf("value %v, %d plies after a position of %v", v, i, g)
				case known:
					values++
				}
			}
		}
		if values == 0 {
			t.Errorf("%s: no values", rules)
		}
	}
}
