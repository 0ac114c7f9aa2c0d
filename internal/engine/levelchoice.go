package engine

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/mcts"
)

// LevelChoice is a move and the effort of its search.
type LevelChoice struct {
	Move  game.Move
	Value float32 // for the mover, in [-1, 1]
	Depth int     // plies
	Nodes int     // positions, or simulations
}

// source returns the random source for the draws in a position.
func source(s *game.State, seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, s.Hash()+uint64(s.Ply())))
}

// TableMiB returns the size of the transposition table of an engine at the level.
func (l Level) TableMiB() int {
	if l.nodes > 0 && l.nodes <= 10_000 {
		return 1
	}
	return 16
}

// Choose lets an engine choose a move. The engine forgets earlier positions first, so that they change
// no choice. Choose returns an error if the game is over.
func (l Level) Choose(ctx context.Context, e Engine, s *game.State, seed uint64) (LevelChoice, error) {
	choose := l.line
	switch tree := e.Attributes().Tree; {
	case tree && l.raw:
		choose = l.policy
	case tree:
		choose = l.simulation
	}
	err := e.NewGame(ctx, seed)
	var c LevelChoice
	if err == nil {
		c, err = choose(ctx, e, s, source(s, seed))
	}
	if err != nil {
		return LevelChoice{}, fmt.Errorf("engine: level: %w", err)
	}
	return c, nil
}

// line draws among the best lines of an engine without a tree, by their values.
func (l Level) line(ctx context.Context, e Engine, s *game.State, rng *rand.Rand) (LevelChoice, error) {
	r, err := e.Search(ctx, At(s), Limit{Nodes: l.nodes, Time: l.Time, Lines: l.lines}, nil)
	if err != nil {
		return LevelChoice{}, err
	}
	line := r.Lines[drawLine(r.Lines, l.spread, rng)]
	return LevelChoice{Move: line.Move, Value: line.Value, Depth: r.Depth, Nodes: r.Nodes}, nil
}

// drawLine draws an index by a softmax of the values divided by spread. If spread is 0 it returns
// the index of the best line.
func drawLine(lines []Line, spread float64, rng *rand.Rand) int {
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

// simulation searches a tree, and draws from the policy of the search.
func (l Level) simulation(ctx context.Context, e Engine, s *game.State, rng *rand.Rand) (
	LevelChoice, error) {
	r, err := e.Search(ctx, At(s), Limit{Nodes: l.simulations, Time: l.Time}, nil)
	if err != nil {
		return LevelChoice{}, err
	}
	line := r.Lines[0]
	if l.temperature > 0 {
		line = l.drawn(r.Lines, s, rng)
	}
	return LevelChoice{Move: line.Move, Value: line.Value, Depth: r.Depth, Nodes: r.Nodes}, nil
}

// drawn draws a line by its policy. The draw depends on the game's order of moves, not on the order
// of the lines.
func (l Level) drawn(lines []Line, s *game.State, rng *rand.Rand) Line {
	of := map[game.Move]Line{}
	for _, line := range lines {
		of[line.Move] = line
	}
	moves := s.AppendMoves(nil)
	policy := make([]float32, len(moves))
	for i, m := range moves {
		policy[i] = of[m].Policy
	}
	return of[moves[mcts.SampleMove(policy, l.temperature, rng)]]
}

// policy draws a move from the policy of an engine, without a search.
func (l Level) policy(_ context.Context, e Engine, s *game.State, rng *rand.Rand) (LevelChoice, error) {
	moves := s.AppendMoves(nil)
	if len(moves) == 0 {
		return LevelChoice{}, fmt.Errorf("%q: the game is over", s.String())
	}
	prior := make([]float32, len(moves))
	value, err := e.Evaluate(s, moves, prior)
	if err != nil {
		return LevelChoice{}, err
	}
	return LevelChoice{Move: moves[mcts.SampleMove(prior, l.temperature, rng)],
		Value: value, Depth: 1, Nodes: 1}, nil
}
