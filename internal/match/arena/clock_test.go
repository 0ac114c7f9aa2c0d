package arena

import (
	"context"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/match/player"
	"epaminondas/mcts"
	"epaminondas/models"
)

// slowly is a source of evaluators that take time from the fake clock of a synctest bubble: a
// millisecond, and now and then a pause as on a busy machine.
type slowly struct {
	*backend.Backend
	pause time.Duration
}

type slowEvaluator struct {
	mcts.EvaluateCloser
	pause time.Duration
}

func (s slowly) Open(ctx context.Context, b *game.Board) (mcts.EvaluateCloser, error) {
	e, err := s.Backend.Open(ctx, b)
	return slowEvaluator{e, s.pause}, err
}

func (e slowEvaluator) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	time.Sleep(time.Millisecond)
	if rand.New(rand.NewPCG(1, s.Hash())).IntN(100) == 0 {
		time.Sleep(e.pause)
	}
	return e.EvaluateCloser.Evaluate(s, moves, prior)
}

// TestNoGameIsLostOnTime plays games between networks under short clocks. The limit ends a search in
// positions that all have been evaluated, in which the fake clock stands still.
func TestNoGameIsLostOnTime(t *testing.T) {
	limit := mcts.Limit{Simulations: 5000}
	all, err := models.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"1s+10ms", "200ms+2ms"} {
		control, err := engine.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, model := range all {
			if model.Name == "epaminondas" { // the same as 8x8, and slow
				continue
			}
			b := game.MustBoard(model.Rules.Name())
			network := slowly{backend.MustOpen(model.Checkpoint.Weights),
				30 * time.Millisecond}
			m := &Tournament{Board: b, Pairings: Duel(), Openings: openings(t, b, 1, 4, 1), Parallel: 2,
				Control: control}
			for range 2 {
				m.Players = append(m.Players,
					player.NetFactory("net", network, b, mcts.Play(), limit))
			}
			Distinct(m.Players)
			synctest.Test(t, func(t *testing.T) {
				for _, g := range play(t, m).Games {
					if g.Ending.Forfeit() {
						t.Errorf("%s, %s: after %d plies %s", model.Name, text, len(g.Plies), g.Verdict)
					}
				}
			})
		}
	}
}
