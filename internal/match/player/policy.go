package player

import (
	"context"
	"fmt"
	"slices"

	"epaminondas/game"
	"epaminondas/mcts"
)

// policy plays the move with the highest prior, the first of equals. It does not search.
type policy struct {
	name  string
	eval  mcts.EvaluateCloser
	moves []game.Move
	prior []float32
}

func (p *policy) Name() string { return p.name }
func (p *policy) Close() error { return p.eval.Close() }

// NewGame implements [Player]. The player draws no random numbers, so it needs no seed.
func (p *policy) NewGame(context.Context, uint64) error { return nil }

func (p *policy) Choose(_ context.Context, t Turn) (Choice, error) {
	p.moves = t.State.AppendMoves(p.moves[:0])
	p.prior = slices.Grow(p.prior[:0], len(p.moves))[:len(p.moves)]
	value, err := p.eval.Evaluate(t.State, p.moves, p.prior)
	if err != nil {
		return Choice{}, fmt.Errorf("player: %s evaluates %s: %w", p.name, t.State, err)
	}
	best := 0
	for i, prior := range p.prior {
		if prior > p.prior[best] {
			best = i
		}
	}
	return Choice{Move: p.moves[best], Value: value, Judged: true}, nil
}

// PolicyContestant makes players that play the first choice of a network's policy, without a search.
func PolicyContestant(name string, from Evaluators, b *game.Board) Contestant {
	return Contestant{Name: name, New: func(ctx context.Context) (Player, error) {
		eval, err := open(ctx, name, from, b)
		if err != nil {
			return nil, err
		}
		return &policy{name: name, eval: eval}, nil
	}}
}
