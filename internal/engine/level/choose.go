package level

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta"
	"epaminondas/mcts"
)

// Choice is a move and the effort of its search.
type Choice struct {
	Move  game.Move
	Value float32 // for the mover, in [-1, 1]
	Depth int     // plies
	Nodes int     // positions, or simulations
}

// source returns the random source for the draws in a position.
func source(s *game.State, seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, s.Hash()+uint64(s.Ply())))
}

// tableMiB returns the size of the transposition table. Every move gets a new table, so earlier
// searches change no choice.
func (l Level) tableMiB() int {
	if l.nodes > 0 && l.nodes <= 10_000 {
		return 1
	}
	return 16
}

// Classical chooses a move by the classical engine with the given weights. It returns an error if
// the game is over.
func (l Level) Classical(ctx context.Context, s *game.State,
	weights alphabeta.Weights, seed uint64) (Choice, error) {
	search, err := alphabeta.New(s.Board(), weights, l.tableMiB())
	if err != nil {
		return Choice{}, fmt.Errorf("level: %w", err)
	}
	r, err := search.Run(ctx, s, alphabeta.Limit{Nodes: l.nodes, Time: l.Time}, l.lines, nil)
	if err != nil {
		return Choice{}, fmt.Errorf("level: %w", err)
	}
	line := r.Lines[drawLine(r.Lines, l.spread, source(s, seed))]
	return Choice{Move: line.Move, Value: line.Value, Depth: r.Depth, Nodes: r.Nodes}, nil
}

// drawLine draws an index by a softmax of the values divided by spread. If spread is 0 it returns
// the index of the best line.
func drawLine(lines []alphabeta.Line, spread float64, rng *rand.Rand) int {
	if spread == 0 {
		return 0
	}
	weight := make([]float64, len(lines))
	sum := 0.0
	for i, l := range lines {
		weight[i] = math.Exp(float64(l.Value-lines[0].Value) / spread)
		sum += weight[i]
	}
	left := rng.Float64() * sum
	for i, w := range weight {
		if left -= w; left < 0 {
			return i
		}
	}
	return 0
}

// Network chooses a move by a tree search with an evaluator, or by the evaluator alone. It returns
// an error if the game is over.
func (l Level) Network(ctx context.Context, cfg mcts.Config, eval mcts.Evaluator,
	s *game.State, seed uint64) (Choice, error) {
	rng := source(s, seed)
	if l.raw {
		return l.policy(eval, s, rng)
	}
	search, err := mcts.New(cfg, eval, rng)
	if err != nil {
		return Choice{}, fmt.Errorf("level: %w", err)
	}
	r, err := search.Run(ctx, s, mcts.Limit{Simulations: l.simulations, Time: l.Time})
	if err != nil {
		return Choice{}, fmt.Errorf("level: %w", err)
	}
	i := r.Best
	if l.temperature > 0 {
		i = mcts.SampleMove(r.Policy, l.temperature, rng)
	}
	return Choice{Move: r.Moves[i], Value: r.Q[i], Depth: r.Depth, Nodes: r.Simulations}, nil
}

// policy draws a move from the evaluator's policy, without a search.
func (l Level) policy(eval mcts.Evaluator, s *game.State, rng *rand.Rand) (Choice, error) {
	moves := s.AppendMoves(nil)
	if len(moves) == 0 {
		return Choice{}, fmt.Errorf("level: %q: the game is over", s.String())
	}
	prior := make([]float32, len(moves))
	value, err := eval.Evaluate(s, moves, prior)
	if err != nil {
		return Choice{}, fmt.Errorf("level: %w", err)
	}
	return Choice{Move: moves[mcts.SampleMove(prior, l.temperature, rng)],
		Value: value, Depth: 1, Nodes: 1}, nil
}
