package backend

import (
	"errors"
	"slices"
	"testing"
	"unsafe"

	"epaminondas/game"
)

var errBroken = errors.New("broken")

// counted is an evaluator that counts its calls, and fails at some of them.
type counted struct {
	Evaluator
	calls int
	fail  bool
}

func (c *counted) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	c.calls++
	if c.fail {
		return 0, errBroken
	}
	return c.Evaluator.Evaluate(s, moves, prior)
}

// TestCacheRemembers asks again for positions that share the only place of a cache.
func TestCacheRemembers(t *testing.T) {
	board := game.MustBoard("epaminondas:4x6x1")
	inner := &counted{Evaluator: own{network(t, 1, 8).NewEvaluator(board)}}
	c := newCache(inner, 1)
	start := board.Start()
	white, black := start.Stones(game.White), start.Stones(game.Black)
	moved := start
	moved.Play(start.AppendMoves(nil)[0])
	later, err := board.ParseState(start.String() + " 8")
	if err != nil {
		t.Fatal(err)
	}
	for i, step := range []struct {
		state game.State
		asks  bool // the cache must ask the evaluator
	}{
		{start, true},
		{start, false},
		{later, false}, // the ply does not matter
		{board.Position(white, black, game.Black), true},
		{start, true},
		{moved, true},
		{moved, false},
		{board.Position(white, moved.Stones(game.Black), game.Black), true},
		{board.Position(moved.Stones(game.White), black.Without(black.First()), game.Black), true},
	} {
		moves := step.state.AppendMoves(nil)
		got, want := make([]float32, len(moves)), make([]float32, len(moves))
		before := inner.calls
		value, err := c.Evaluate(&step.state, moves, got)
		if asked := inner.calls > before; err != nil || asked != step.asks {
			t.Errorf("step %d: asked %v, want %v; error %v", i, asked, step.asks, err)
		}
		if wantValue, _ := inner.Evaluate(&step.state, moves, want); value != wantValue ||
			!slices.Equal(got, want) {
			t.Errorf("step %d: value %v and prior %v, want %v and %v", i, value, got, wantValue, want)
		}
	}
}

// TestCacheForgetsErrors checks that the cache does not store errors, and that an earlier entry
// stays valid.
func TestCacheForgetsErrors(t *testing.T) {
	board := game.MustBoard("epaminondas:4x6x1")
	inner := &counted{Evaluator: own{network(t, 1, 8).NewEvaluator(board)}, fail: true}
	c := newCache(inner, 1)
	start := board.Start()
	moves := start.AppendMoves(nil)
	prior := make([]float32, len(moves))
	for range 2 {
		if _, err := c.Evaluate(&start, moves, prior); !errors.Is(err, errBroken) {
			t.Errorf("error %v", err)
		}
	}
	inner.fail = false
	if _, err := c.Evaluate(&start, moves, prior); err != nil || inner.calls != 3 {
		t.Errorf("error %v after %d calls, want none after 3", err, inner.calls)
	}
}

func TestCacheBytes(t *testing.T) {
	if size := unsafe.Sizeof(entry{}); size != entryBytes {
		t.Errorf("an entry takes %d bytes, not %d", size, entryBytes)
	}
	for positions, want := range map[int]int64{0: 0, 1: 1 * (96 + 40), 1000: 1024 * (96 + 40),
		1024: 1024 * (96 + 40)} {
		if got := CacheBytes(positions, 10); got != want {
			t.Errorf("%d positions of 10 moves take %d bytes, want %d", positions, got, want)
		}
	}
}
