package alphabeta

import (
	"context"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"epaminondas/game"
)

// search runs a fresh search.
func search(t testing.TB, pos *game.State, limit Limit, lines int) *Result {
	t.Helper()
	r, err := newSearch(t, pos.Board(), 1).Run(context.Background(), pos, limit, lines, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func position(t testing.TB, rules, text string) game.State {
	t.Helper()
	b := game.MustBoard(rules)
	s, err := b.ParseState(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTactics(t *testing.T) {
	for _, c := range []struct {
		name, rules, position string
		moves                 string // solutions
		score                 int    // 0 for any
	}{
		{"wins in 2", "epaminondas:5x5x1", "...../w..../....b/...../..... w", "a4-a5 a4-b5", win - 2},
		{"wins in 4", "epaminondas:5x5x1", "....b/...../.w.../...../..... w", "b3-b4 b3-a4 b3-c4", win - 4},
		{"wins in 6", "epaminondas:5x5x1", "....b/...../...../.w.../..... w", "", win - 6},
		{"takes the last stone", "epaminondas:5x5x1,symmetry=none",
			"...../...../.wwb./...../..... w", "b3xc3", win - 1},
		{"is lost", "epaminondas:6x6x1", "w...../....b./....b./....../..w..w/...... b", "", -(win - 1)},
		{"only entering draws level", "epaminondas:5x5x1", "...../..w.b/...../...../b.... w",
			"c4-b5 c4-c5 c4-d5", 0},
		{"only a capture draws level", "epaminondas:6x6x1",
			"w.bb../....../....../....../....../.....w b", "d6xb6", 0},
		{"must cross", "crossings:6x6x1", "....../w...../....../....../.b..../..w..b w", "a5-a6 a5-b6", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			pos := position(t, c.rules, c.position)
			l := search(t, &pos, Limit{Depth: 6}, 1).Lines[0]
			got := pos.FormatMove(l.Move, game.RearNotation)
			if c.moves != "" && !strings.Contains(c.moves, got) || c.score != 0 && l.Score != c.score {
				t.Errorf("%s with %d, want %s with %d", got, l.Score, c.moves, c.score)
			}
		})
	}
}

// TestMovesAreLegal searches random positions of random boards.
func TestMovesAreLegal(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		pos := randomPositions(t, 1, 16, rng)[0]
		lines := rapid.IntRange(1, 5).Draw(rt, "lines")
		r := search(t, &pos, Limit{Nodes: rapid.IntRange(1, 1000).Draw(rt, "nodes")}, lines)
		moves := pos.AppendMoves(nil)
		if want := min(lines, len(moves)); len(r.Lines) != want || r.Depth < 1 {
			rt.Fatalf("%d lines of depth %d, want %d", len(r.Lines), r.Depth, want)
		}
		for i, l := range r.Lines {
			checkLine(rt, pos, l)
			for _, other := range r.Lines[:i] {
				if other.Move == l.Move {
					rt.Errorf("two lines begin with %v", l.Move)
				}
			}
		}
	})
}

// checkLine plays a variation and checks the score, the value and the plies of its line.
func checkLine(t interface{ Fatalf(string, ...any) }, pos game.State, l Line) {
	if len(l.Variation) == 0 || l.Variation[0] != l.Move {
		t.Fatalf("the variation %v does not begin with %v", l.Variation, l.Move)
	}
	for _, m := range l.Variation {
		if !pos.Legal(m) {
			t.Fatalf("%v is illegal in %q", m, pos.String())
		}
		pos.Play(m)
	}
	if l.Proven != (l.Value == 1 || l.Value == -1) || l.Proven != (l.Plies > 0) ||
		l.Proven != isProven(l.Score) {
		t.Fatalf("score %d, value %v, %d plies, proven %v", l.Score, l.Value, l.Plies, l.Proven)
	}
}

func TestLinesAreInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	for _, pos := range randomPositions(t, 30, 8, rng) {
		r := search(t, &pos, Limit{Depth: 2}, 6)
		for i := 1; i < len(r.Lines); i++ {
			if r.Lines[i].Score > r.Lines[i-1].Score {
				t.Errorf("line %d is worth %d, the one before %d", i, r.Lines[i].Score, r.Lines[i-1].Score)
			}
		}
	}
}

// playGame returns the results of all moves of a game.
func playGame(t *testing.T, s *Search, nodes int) (results []*Result) {
	t.Helper()
	pos := s.eval.board.Start()
	for range 30 {
		r, err := s.Run(context.Background(), &pos, Limit{Nodes: nodes}, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
		pos.Play(r.Lines[0].Move)
		if o, _ := pos.Outcome(); o != game.Ongoing {
			break
		}
	}
	return results
}

func TestGamesRepeatAfterReset(t *testing.T) {
	b := game.MustBoard("epaminondas:8x8,max_plies=150")
	s := newSearch(t, b, 1)
	first := playGame(t, s, 2000)
	s.Reset()
	if second := playGame(t, s, 2000); !reflect.DeepEqual(first, second) {
		t.Error("the second game differs from the first")
	}
	if other := playGame(t, newSearch(t, b, 1), 2000); !reflect.DeepEqual(first, other) {
		t.Error("another search plays another game")
	}
}

func TestNodesAreCountedExactly(t *testing.T) {
	pos := game.MustBoard("epaminondas").Start()
	for _, nodes := range []int{200, 777, 5000} {
		if r := search(t, &pos, Limit{Nodes: nodes}, 1); r.Nodes != nodes {
			t.Errorf("%d nodes, want %d", r.Nodes, nodes)
		}
	}
	if r := search(t, &pos, Limit{Nodes: 1}, 1); r.Nodes != len(pos.AppendMoves(nil)) {
		t.Errorf("%d nodes: want every move looked at once", r.Nodes)
	}
}

func TestDepthIsAsAsked(t *testing.T) {
	pos := game.MustBoard("crossings").Start()
	var depths []int
	r, err := newSearch(t, pos.Board(), 1).Run(context.Background(), &pos, Limit{Depth: 3}, 1,
		func(r *Result) { depths = append(depths, r.Depth) })
	if err != nil {
		t.Fatal(err)
	}
	if r.Depth != 3 || !reflect.DeepEqual(depths, []int{1, 2, 3}) {
		t.Errorf("depth %d, progress %v", r.Depth, depths)
	}
}

func TestCancelledSearchReturnsAMove(t *testing.T) {
	pos := game.MustBoard("epaminondas").Start()
	s := newSearch(t, pos.Board(), 1)
	ctx, cancel := context.WithCancel(context.Background())
	r, err := s.Run(ctx, &pos, Limit{}, 1, func(r *Result) {
		if r.Depth == 3 {
			cancel()
		}
	})
	if err != nil || r.Depth != 3 {
		t.Fatalf("%+v, %v: want the result of depth 3", r, err)
	}
	checkLine(t, pos, r.Lines[0])
	nodes := r.Nodes
	r, err = s.Run(ctx, &pos, Limit{}, 2, nil)
	if err != nil || len(r.Lines) != 2 || r.Nodes > 2*checkEvery+len(pos.AppendMoves(nil)) {
		t.Fatalf("cancelled before: %+v, %v", r, err)
	}
	checkLine(t, pos, r.Lines[1])
	if nodes < 1000 {
		t.Errorf("only %d nodes to depth 3", nodes)
	}
}

func TestTimeEndsTheSearch(t *testing.T) {
	pos := game.MustBoard("epaminondas").Start()
	began := time.Now()
	search(t, &pos, Limit{Time: 30 * time.Millisecond}, 1)
	if d := time.Since(began); d > time.Minute {
		t.Errorf("30 ms took %v", d)
	}
}

// TestPlyLimitIsSeen plays the last plies of games that end soon by the ply limit.
func TestPlyLimitIsSeen(t *testing.T) {
	for _, limit := range []string{"advancement", "draw"} {
		pos := position(t, "epaminondas:5x8x1,symmetry=none,max_plies=10,limit="+limit,
			"...../...../.w.../...../...../...b./...../..... w 7")
		l := search(t, &pos, Limit{Depth: 8}, 1).Lines[0]
		if limit == "draw" && (l.Score != 0 || l.Proven) {
			t.Errorf("limit=draw: %+v", l)
		}
		if limit == "advancement" && (l.Plies != 3 || l.Value != 1) {
			t.Errorf("limit=advancement: %+v", l)
		}
	}
}

func TestUnusableSearchesAreRefused(t *testing.T) {
	pos := game.MustBoard("epaminondas:4x6x1").Start()
	won := position(t, "epaminondas:4x6x1", "w.../..../..../...b/..../.... w")
	s := newSearch(t, pos.Board(), 1)
	other := game.MustBoard("crossings").Start()
	for name, run := range map[string]func() (*Result, error){
		"no lines": func() (*Result, error) {
			return s.Run(context.Background(), &pos, Limit{}, 0, nil)
		},
		"negative nodes": func() (*Result, error) {
			return s.Run(context.Background(), &pos, Limit{Nodes: -1}, 1, nil)
		},
		"other board": func() (*Result, error) {
			return s.Run(context.Background(), &other, Limit{Depth: 1}, 1, nil)
		},
		"over": func() (*Result, error) {
			return s.Run(context.Background(), &won, Limit{Depth: 1}, 1, nil)
		},
	} {
		if _, err := run(); err == nil || !strings.HasPrefix(err.Error(), "alphabeta: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := New(pos.Board(), large, 0); err == nil {
		t.Error("a table of 0 MiB is accepted")
	}
}

func TestSearchDoesNotAllocate(t *testing.T) {
	pos := game.MustBoard("epaminondas").Start()
	s := newSearch(t, pos.Board(), 1)
	run := func(nodes int) float64 {
		return testing.AllocsPerRun(2, func() {
			if _, err := s.Run(context.Background(), &pos, Limit{Nodes: nodes}, 1, nil); err != nil {
				t.Fatal(err)
			}
		})
	}
	run(30_000)
	if few, many := run(1_000), run(30_000); many > few+30 {
		t.Errorf("%v allocations for 1,000 nodes, %v for 30,000", few, many)
	}
}
