package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"epaminondas/internal/engine/ugi"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/record"

	"epaminondas/game/gametest"
)

// TestClassicalPrior uses a position with a move that wins at once, because it captures the last
// stone that could answer, and with moves that lose.
func TestClassicalPrior(t *testing.T) {
	b := gametest.Board(t, "epaminondas:4x6x1")
	c := &classical{board: b}
	s, err := b.ParseState("..../..../.ww./...b/..../.... w") // ww takes nothing, but Black has few moves
	if err != nil {
		t.Fatal(err)
	}
	moves := s.AppendMoves(nil)
	prior := make([]float32, len(moves))
	value, err := c.Evaluate(&s, moves, prior)
	if err != nil || value <= 0 || value > 1 {
		t.Errorf("value %v, %v, want White ahead", value, err)
	}
	var sum float64
	best := 0
	for i, p := range prior {
		sum += float64(p)
		if p > prior[best] {
			best = i
		}
	}
	if math.Abs(sum-1) > 1e-5 {
		t.Errorf("the prior adds up to %v", sum)
	}
	after := s
	after.Play(moves[best])
	for i, m := range moves {
		other := s
		other.Play(m)
		if c.search.Evaluate(&other) < c.search.Evaluate(&after)-1e-6 {
			t.Errorf("move %d is better for White than the most likely one", i)
		}
	}
}

// TestClassicalPriorOfTheEnd uses a position in which a move captures the last stone.
func TestClassicalPriorOfTheEnd(t *testing.T) {
	b := gametest.Board(t, "epaminondas:4x6x1")
	c := &classical{board: b}
	s, err := b.ParseState("..../..../..../wwb./..../.... w")
	if err != nil {
		t.Fatal(err)
	}
	moves := s.AppendMoves(nil)
	prior := make([]float32, len(moves))
	if _, err := c.Evaluate(&s, moves, prior); err != nil {
		t.Fatal(err)
	}
	// That move is worth 1, and another move has its static value.
	end, other := -1, -1
	for i, m := range moves {
		if taken := s.Captured(m); taken.Empty() {
			other = i
		} else {
			end = i
		}
	}
	after := s
	after.Play(moves[other])
	want := math.Exp(float64(1+c.search.Evaluate(&after)) / softness)
	if got := float64(prior[end] / prior[other]); math.Abs(got/want-1) > 1e-3 {
		t.Errorf("the end is %v times as likely as another move, want %v times", got, want)
	}
}

// TestClassicalNewGame compares a search with a search after a new game, and with a search that
// keeps its table.
func TestClassicalNewGame(t *testing.T) {
	b := gametest.Board(t, "epaminondas:8x8")
	c := &classical{board: b}
	s := b.Start()
	nodes := func() int {
		r, err := c.Search(t.Context(), &s, ugi.Limit{Depth: 4}, 1, func(*ugi.Result) {})
		if err != nil {
			t.Fatal(err)
		}
		return r.Nodes
	}
	first, again := nodes(), nodes()
	c.NewGame()
	if fresh := nodes(); fresh != first || again == first {
		t.Errorf("%d nodes, %d in the same game, %d in a new one: want the first and the last alike",
			first, again, fresh)
	}
}

func TestSoften(t *testing.T) {
	policy := make([]float32, 3)
	soften(policy, []float32{0.5, 0.5 - softness, -1})
	if ratio := float64(policy[0] / policy[1]); math.Abs(ratio-math.E) > 1e-4 || policy[2] > 1e-5 ||
		policy[2] <= 0 {
		t.Errorf("the policy is %v, want a factor of e between the first two", policy)
	}
}

// TestTemperature checks that the engine draws among the best moves only if the temperature is
// above 0.
func TestTemperature(t *testing.T) {
	for _, test := range []struct {
		temperature string
		least, most int
	}{{"0", 1, 1}, {"1", 3, 16}} {
		played := map[string]bool{}
		for seed := range 20 {
			s := start(t, "setoption name Rules value epaminondas:8x8",
				fmt.Sprint("setoption name Seed value ", seed),
				"setoption name Temperature value "+test.temperature)
			move, _ := s.bestMove("go depth 1")
			played[move] = true
		}
		if len(played) < test.least || len(played) > test.most {
			t.Errorf("temperature %s: the engine played %v, want %d to %d different moves",
				test.temperature, played, test.least, test.most)
		}
	}
}

// TestMultiPV asks for the three best moves.
func TestMultiPV(t *testing.T) {
	s := start(t, "setoption name Rules value epaminondas:4x6x1", "setoption name MultiPV value 3")
	moves := map[string]bool{}
	lines := s.ask("go depth 2")
	for _, line := range lines[len(lines)-4 : len(lines)-1] {
		_, pv, _ := strings.Cut(line, " pv ")
		moves[strings.Fields(pv)[0]] = true
		if strings.Contains(line, "visits") {
			t.Errorf("a search without a tree reports visits: %q", line)
		}
	}
	if len(moves) != 3 {
		t.Errorf("the best three moves are %v, in %q", moves, lines)
	}
}

// TestClassicalCancelled checks that a cancelled search still returns a move.
func TestClassicalCancelled(t *testing.T) {
	b := gametest.Board(t, "epaminondas")
	c := &classical{board: b}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := b.Start()
	r, err := c.Search(ctx, &s, ugi.Limit{}, 1, func(*ugi.Result) {})
	if err != nil || len(r.Lines) != 1 || !s.Legal(r.Lines[0].Move) {
		t.Errorf("got %+v, %v, want a move", r, err)
	}
}

// process returns the engine as a player in a separate process. The program is this test.
func process(t *testing.T) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("ugi:'%s' -test.run=^TestProcess$ serve", program)
}

// rounded is the largest difference that rounding to text makes in a value. A record has three
// digits, and UGI has four.
const rounded = 0.0011

// TestBothWays plays the same match with the arena's own player and with this engine.
func TestBothWays(t *testing.T) {
	for _, rules := range []string{"epaminondas:6x8x2,max_plies=40", "crossings,max_plies=30"} {
		inside := match(t, rules, "alphabeta,nodes=400")
		outside := match(t, rules, process(t)+",nodes=400")
		for i := range inside {
			in, out := inside[i], outside[i]
			if in.Outcome != out.Outcome || in.Ending != out.Ending || len(in.Plies) != len(out.Plies) {
				t.Fatalf("%s, game %d: %v (%s) and %v (%s)", rules, i, &in, in.Verdict, &out, out.Verdict)
			}
			for ply := range in.Plies {
				a, b := in.Plies[ply], out.Plies[ply]
				if a.Move != b.Move || a.Nodes != b.Nodes || math.Abs(float64(a.Value-b.Value)) > rounded {
					t.Fatalf("%s, game %d, ply %d: %+v inside and %+v outside", rules, i, ply, a, b)
				}
			}
		}
	}
}

// match plays a player against another, from two openings.
func match(t *testing.T, rules, text string) []record.Game {
	t.Helper()
	b := gametest.Board(t, rules)
	openings, err := arena.DrawOpenings(t.Context(), b, 2, 4, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	tournament := arena.Tournament{Board: b, Pairings: arena.Duel(), Openings: openings, Parallel: 2, Seed: 1}
	for _, text := range []string{text, "alphabeta,depth=1"} {
		spec, err := player.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		contestant, err := spec.Contestant(b)
		if err != nil {
			t.Fatal(err)
		}
		tournament.Players = append(tournament.Players, contestant)
	}
	standings, err := tournament.Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return standings.Games
}
