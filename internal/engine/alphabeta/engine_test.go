package alphabeta

import (
	"context"
	"math"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// opened returns the engine of the players on a board.
func opened(t *testing.T, b *game.Board) *Engine {
	t.Helper()
	e, err := Open(b, DefaultWeights(b.Rules()), DefaultTableMiB)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestEnginePrior uses a position with a move that wins at once, because it captures the last
// stone that could answer, and with moves that lose.
func TestEnginePrior(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1")
	c := opened(t, b)
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

// TestEnginePriorOfTheEnd uses a position in which a move captures the last stone.
func TestEnginePriorOfTheEnd(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1")
	c := opened(t, b)
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

// TestEngineNewGame compares a search with a search after a new game, and with a search that
// keeps its table.
func TestEngineNewGame(t *testing.T) {
	b := game.MustBoard("epaminondas:8x8")
	c := opened(t, b)
	s := b.Start()
	nodes := func() int {
		r, err := c.Search(t.Context(), engine.At(&s), engine.Limit{Depth: 4}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.Nodes
	}
	first, again := nodes(), nodes()
	if err := c.NewGame(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
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

// TestEngineCancelled checks that a cancelled search still returns a move.
func TestEngineCancelled(t *testing.T) {
	b := game.MustBoard("epaminondas")
	c := opened(t, b)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := b.Start()
	r, err := c.Search(ctx, engine.At(&s), engine.Limit{}, nil)
	if err != nil || len(r.Lines) != 1 || !s.Legal(r.Lines[0].Move) {
		t.Errorf("got %+v, %v, want a move", r, err)
	}
}
