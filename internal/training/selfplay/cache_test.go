package selfplay

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"
	"unsafe"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/replay"
)

// counted is an evaluator that counts its calls, and fails at some of them.
type counted struct {
	mcts.Evaluator
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

// TestCacheChangesNothing plays games with caches of many sizes.
func TestCacheChangesNothing(t *testing.T) {
	p := player(t, "epaminondas:4x6x1,max_plies=40")
	p.Config.Workers = 1
	n := network(t, 1, 8)
	games := func(positions int) (records [][]byte, calls int) {
		eval := &counted{Evaluator: n.NewEvaluator(p.Board)}
		p.Config.CachePositions = positions
		records = play(t, p, Model{Name: "net", Evaluators: source(func() mcts.Evaluator { return eval })},
			30)
		return records, eval.calls
	}
	want, all := games(0)
	for _, positions := range []int{1, 2, 100, 10_000} {
		got, calls := games(positions)
		if calls > all || positions > 1 && calls == all {
			t.Errorf("%d evaluations with %d positions in the cache, %d without", calls, positions, all)
		}
		for i := range want {
			if !bytes.Equal(got[i], want[i]) {
				t.Fatalf("with %d positions in the cache game %d differs", positions, i)
			}
		}
	}
}

// TestCacheRemembers asks again for positions that share the only place of a cache.
func TestCacheRemembers(t *testing.T) {
	board := player(t, "epaminondas:4x6x1").Board
	inner := &counted{Evaluator: network(t, 1, 8).NewEvaluator(board)}
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
	board := player(t, "epaminondas:4x6x1").Board
	inner := &counted{Evaluator: network(t, 1, 8).NewEvaluator(board), fail: true}
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

// TestWorkerChangesItsEvaluator makes one worker play with two models: first in turns, and then
// several games with each.
func TestWorkerChangesItsEvaluator(t *testing.T) {
	p := player(t, "epaminondas:4x6x1,max_plies=40")
	p.Config.Workers, p.Config.CachePositions = 1, 1000
	a, b := network(t, 1, 8), network(t, 2, 8)
	made := 0
	models := []Model{
		{Name: "a", Evaluators: source(func() mcts.Evaluator { made++; return a.NewEvaluator(p.Board) })},
		{Name: "b", Evaluators: source(func() mcts.Evaluator { made++; return b.NewEvaluator(p.Board) })},
		Random,
	}
	turns := []int{0, 0, 1, 1, 2, 1, 0, 0}
	var want [][][]byte
	for _, m := range models {
		want = append(want, play(t, p, m, len(turns)))
	}
	made = 0
	begun := 0
	pool := Pool{
		Player: p,
		Next: func(context.Context) (uint64, Model, bool) {
			begun++
			return uint64(begun - 1), models[turns[min(begun, len(turns))-1]], begun <= len(turns)
		},
		Keep: func(_ context.Context, g *replay.Game) error {
			got, err := replay.EncodeGame(g)
			if !bytes.Equal(got, want[turns[g.Number]][g.Number]) {
				t.Errorf("game %d is not one of model %s", g.Number, models[turns[g.Number]].Name)
			}
			return err
		},
	}
	if err := pool.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if made != 4 {
		t.Errorf("%d evaluators for four runs of games with one model each", made)
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
