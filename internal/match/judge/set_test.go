package judge

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"epaminondas/game"
)

// TestShipped checks every set that comes with the program: it must have enough positions, with
// both sides to move and of many plies.
func TestShipped(t *testing.T) {
	for _, name := range []string{"epaminondas:8x8", "crossings,max_plies=99", "epaminondas"} {
		rules, err := game.ParseRules(name)
		if err != nil {
			t.Fatal(err)
		}
		set, err := shipped(rules)
		if err != nil {
			t.Error(err)
			continue
		}
		white, plies := 0, map[int]bool{}
		for i := range set.Positions {
			plies[set.Positions[i].Ply()] = true
			if set.Positions[i].Turn() == game.White {
				white++
			}
		}
		n := len(set.Positions)
		if n < 300 || white < n*2/5 || white > n*3/5 || len(plies) < 15 || set.Board.Rules().MaxPlies == 0 {
			t.Errorf("%s: %d positions, %d with White to move, of %d different plies",
				set.Name, n, white, len(plies))
		}
	}
	rules, err := game.ParseRules("epaminondas:5x7")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := shipped(rules); !errors.Is(err, ErrNoSet) ||
		!strings.Contains(err.Error(), "epaminondas:8x8") {
		t.Errorf("a board without a set: %v", err)
	}
}

func TestReadSet(t *testing.T) {
	const head = "# made by hand\nrules epaminondas:4x6x1,max_plies=60\nscale 150\n"
	const start = "bbbb/..../..../..../..../wwww w"
	set, err := readSet("x",
		strings.NewReader(head+start+" # the start\n\n.bbb/b.../..../..../..../wwww w 2\n"))
	if err != nil || len(set.Positions) != 2 || set.Scale != 150 || set.Positions[1].Ply() != 2 {
		t.Fatal(set, err)
	}
	var text bytes.Buffer
	if err := set.Write(&text, []string{"a comment"}); err != nil {
		t.Fatal(err)
	}
	again, err := readSet("x", &text)
	if err != nil || !reflect.DeepEqual(again.Positions[0].String(), set.Positions[0].String()) ||
		len(again.Positions) != 2 || again.Scale != 150 {
		t.Errorf("written and read again: %+v, %v", again, err)
	}
	for text, want := range map[string]string{
		start:                       `line 1: there is a position before the line "rules NAME"`,
		head:                        "0 positions",
		"rules draughts":            "draughts",
		"rules epaminondas:4x6x1\n": "scale 0",
		head + "scale 20\n" + start: `there is a second line "scale NUMBER"`,
		strings.Replace(head, "150", "none", 1) + start: `the scale is "none"`,
		head + start + "\n" +
			start: "line 5: this position repeats line 4, perhaps as its mirror image",
		head + "nonsense":                        "unreadable position",
		head + "..../...w w":                     "unreadable position",
		head + "w.../..../..../..../..../.... w": "line 4: the game is over",
	} {
		if _, err := readSet("x", strings.NewReader(text)); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

// TestMake checks that the same making gives the same set for any number of goroutines, and that
// its positions are open and different.
func TestMake(t *testing.T) {
	b := game.MustBoard("epaminondas:5x6x1,max_plies=60")
	make := func(parallel int) *Set {
		set, err := Make(context.Background(), Making{
			Board: b, Players: alphabetas(t, b, "alphabeta,nodes=30", "greedy", "random"),
			Positions: 12, Nodes: 500, Seed: 1, Parallel: parallel,
		})
		if err != nil {
			t.Fatal(err)
		}
		return set
	}
	set := make(1)
	if again := make(3); !reflect.DeepEqual(texts(set), texts(again)) || set.Scale != again.Scale {
		t.Errorf("three at a time give\n%v, scale %v\none\n%v, scale %v", texts(again),
			again.Scale, texts(set), set.Scale)
	}
	var text bytes.Buffer
	if err := set.Write(&text, nil); err != nil {
		t.Fatal(err)
	}
	if read, err := readSet("made", &text); err != nil || len(read.Positions) != len(set.Positions) ||
		len(set.Positions) < 8 {
		t.Errorf("the set is incomplete: %v", err)
	}
	reference, err := NewSearch(b, 500, set.Scale, nil)
	if err != nil {
		t.Fatal(err)
	}
	arbiter, err := reference.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range set.Positions {
		line, err := arbiter.(*searchJudge).look(context.Background(), &s)
		if err != nil {
			t.Fatal(err)
		}
		if w := reference.worth(verdict{line.Score, line.Proven}); w.Value < -decidedValue ||
			!w.Proven && w.Value > decidedValue {
			t.Errorf("%s is decided: %+v", s.String(), w)
		}
	}
}

// TestNoPositionIsTakenTwice uses a tiny board, on which games reach the same positions again and
// again.
func TestNoPositionIsTakenTwice(t *testing.T) {
	b := game.MustBoard("epaminondas:4x5x1,max_plies=40")
	m := Making{Board: b, Players: alphabetas(t, b, "greedy"), Nodes: 20, Seed: 1, Parallel: 2}
	taken, err := m.collect(context.Background(), 120)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[uint64]bool{}
	for _, s := range taken {
		if seen[s.MirrorHash()] {
			t.Errorf("%s is in the set twice", s.String())
		}
		seen[s.MirrorHash()] = true
	}
}

func texts(set *Set) []string {
	var list []string
	for i := range set.Positions {
		list = append(list, set.Positions[i].String())
	}
	return list
}

func TestMakeIsRefused(t *testing.T) {
	b := game.MustBoard("epaminondas:5x6x1,max_plies=60")
	for want, m := range map[string]Making{
		"no players": {Board: b, Positions: 10, Nodes: 1, Parallel: 1},
		"positions is 5": {Board: b, Players: alphabetas(t, b, "greedy"),
			Positions: 5, Nodes: 1, Parallel: 1},
		"nodes is 0": {Board: b, Players: alphabetas(t, b, "greedy"), Positions: 10, Parallel: 1},
	} {
		if _, err := Make(context.Background(), m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Make(done, Making{Board: b, Players: alphabetas(t, b, "greedy"),
		Positions: 10, Nodes: 1, Parallel: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestBestScale checks that the fit finds the scale by which the outcomes were drawn.
func TestBestScale(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, want := range []float64{80, 400} {
		var samples []scored
		for range 20_000 {
			s := scored{score: rng.NormFloat64() * 300}
			if rng.Float64() < 1/(1+math.Exp(-s.score/want)) {
				s.outcome = 1
			}
			samples = append(samples, s)
		}
		if got := bestScale(samples); math.Abs(got/want-1) > 0.05 {
			t.Errorf("the scale is %.0f, want %.0f", got, want)
		}
	}
}
