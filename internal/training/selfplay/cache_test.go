package selfplay

import (
	"bytes"
	"context"
	"testing"

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
		records = play(t, p, Player{Name: "net", Evaluators: source(func() mcts.Evaluator { return eval })},
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

// TestWorkerChangesItsEvaluator makes one worker play with two models: first in turns, and then
// several games with each.
func TestWorkerChangesItsEvaluator(t *testing.T) {
	p := player(t, "epaminondas:4x6x1,max_plies=40")
	p.Config.Workers, p.Config.CachePositions = 1, 1000
	a, b := network(t, 1, 8), network(t, 2, 8)
	made := 0
	models := []Player{
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
		Actor: p,
		Next: func(context.Context) (uint64, Player, bool) {
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
