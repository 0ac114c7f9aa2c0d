package play

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/alphabeta"
	"epaminondas/mcts"
	"epaminondas/net"
)

// found is a move and what it took to find it.
type found struct {
	move  game.Move
	value float32 // for the mover
	depth int     // plies
	nodes int
}

// engine finds moves. Nothing is kept from one to the next, so that an answer depends on the request alone.
type engine interface {
	choose(ctx context.Context, s *game.State, l level, seed uint32) (found, error)
}

// source returns what a draw in a position is drawn from.
func source(s *game.State, seed uint32) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(seed), s.Hash()+uint64(s.Ply())))
}

// classical plays by alpha-beta.
type classical struct{}

// tableMiB is small enough to be made anew for every move.
const tableMiB = 16

func (classical) choose(ctx context.Context, s *game.State, l level, seed uint32) (found, error) {
	search, err := alphabeta.New(s.Board(), alphabeta.DefaultWeights(s.Board().Rules()), tableMiB)
	if err != nil {
		return found{}, fmt.Errorf("make the classical engine: %w", err)
	}
	r, err := search.Run(ctx, s, alphabeta.Limit{Nodes: l.nodes, Time: l.time}, l.lines, nil)
	if err != nil {
		return found{}, err
	}
	line := r.Lines[drawLine(r.Lines, l.spread, source(s, seed))]
	return found{move: line.Move, value: line.Value, depth: r.Depth, nodes: r.Nodes}, nil
}

// drawLine draws an index by softmax of the values over spread; without a spread it is the best one's.
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

// network plays by tree search with a network.
type network struct{ net *net.Network }

func (e network) choose(ctx context.Context, s *game.State, l level, seed uint32) (found, error) {
	cfg, rng := mcts.Default(), source(s, seed)
	cfg.Noise = false
	search, err := mcts.New(cfg, e.net.NewEvaluator(s.Board()), rng)
	if err != nil {
		return found{}, fmt.Errorf("make a search: %w", err)
	}
	r, err := search.Run(ctx, s, mcts.Limit{Simulations: l.simulations, Time: l.time})
	if err != nil {
		return found{}, err
	}
	i := r.Best
	if l.temperature > 0 {
		i = mcts.SampleMove(r.Policy, l.temperature, rng)
	}
	return found{move: r.Moves[i], value: r.Q[i], depth: r.Depth, nodes: r.Simulations}, nil
}
