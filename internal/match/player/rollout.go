package player

import (
	"context"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/treesearch"
	"epaminondas/mcts"
)

// rollout is the evaluator of plain Monte-Carlo tree search, which knows only the rules. All moves
// have the same prior, and the value is the result of a random game from the position. After two
// plies for each square of the board, advancement decides the random game.
type rollout struct {
	seed  uint64 // of the game; it makes a value a function of the position
	moves []game.Move
}

// rolloutKind returns the kind of rollout.
func rolloutKind() kind {
	return kind{
		name: "rollout", about: "search with random games; knows only the rules",
		limit: limit{nodes: 200}, limits: limitsBy("sims", "nodes", "time"),
		ready: func(s Spec, _ *game.Board, own searchLimit) (Factory, error) {
			return factoryOf(s.text, own, 1, func(context.Context) (engine.Engine, error) {
				return treesearch.New(mcts.Play(), &rollout{})
			}), nil
		},
	}
}

// Seed sets the randomness of a game.
func (r *rollout) Seed(seed uint64) { r.seed = seed }

// Close does nothing, because the evaluator is only memory.
func (r *rollout) Close() error { return nil }

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
