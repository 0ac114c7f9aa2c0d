package player

import (
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/mcts"
)

// rollout is the evaluator of plain Monte-Carlo tree search, which knows
// nothing but the rules: all moves alike, and the value is the result of a
// random game from the position on. A game of more than two plies a square is
// judged by advancement.
type rollout struct {
	seed  uint64 // of the game; with it a value is a function of the position
	moves []game.Move
}

// Evaluate implements [mcts.Evaluator].
func (r *rollout) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	_, _ = mcts.Uniform{}.Evaluate(s, moves, prior) // cannot fail
	source := rand.NewPCG(r.seed, s.Hash())
	return float32(r.playOut(*s, rand.New(source)).For(s.Turn())), nil
}

// playOut plays s to its end by random moves.
func (r *rollout) playOut(s game.State, rng *rand.Rand) game.Outcome {
	for range 2 * s.Board().Area() {
		r.moves = s.AppendMoves(r.moves[:0])
		if len(r.moves) == 0 {
			outcome, _ := s.Outcome()
			return outcome
		}
		s.Play(r.moves[rng.IntN(len(r.moves))])
	}
	return s.Advancement()
}
