package player

import (
	"context"
	"fmt"
	"io"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta"
	"epaminondas/internal/engine/level"
	"epaminondas/mcts"
)

// leveled plays at a level, as on the page for playing. Its moves depend only on the seed and the
// position.
type leveled struct {
	name   string
	seed   uint64
	closer io.Closer // nil for nothing to close
	choose func(ctx context.Context, s *game.State, seed uint64) (level.Choice, error)
}

func (p *leveled) Name() string { return p.name }

// Close implements [Player].
func (p *leveled) Close() error {
	if p.closer == nil {
		return nil
	}
	return p.closer.Close()
}

func (p *leveled) NewGame(_ context.Context, seed uint64) error {
	p.seed = seed
	return nil
}

func (p *leveled) Choose(ctx context.Context, t Turn) (Choice, error) {
	c, err := p.choose(ctx, t.State, p.seed)
	if err != nil {
		return Choice{}, fmt.Errorf("player: %s: %w", p.name, err)
	}
	return Choice{Move: c.Move, Value: c.Value, Judged: true, Nodes: c.Nodes}, nil
}

// netAtLevel makes players that search with a network by the given settings.
func netAtLevel(name string, from Evaluators, b *game.Board,
	search mcts.Config, number int) (Contestant, error) {
	l, err := level.Of(number)
	if err != nil {
		return Contestant{}, err
	}
	return Contestant{Name: name, New: func(ctx context.Context) (Player, error) {
		eval, err := open(ctx, name, from, b)
		if err != nil {
			return nil, err
		}
		return &leveled{name: name, closer: eval,
			choose: func(ctx context.Context, s *game.State, seed uint64) (level.Choice, error) {
				return l.Network(ctx, search, eval, s, seed)
			}}, nil
	}}, nil
}

// classicalAtLevel makes players with the weights of a file or, without one, the default weights.
func classicalAtLevel(name string, b *game.Board, file string, number int) (Contestant, error) {
	l, err := level.Of(number)
	weights := alphabeta.DefaultWeights(b.Rules())
	if err == nil && file != "" {
		if weights, err = alphabeta.LoadWeights(file); err != nil {
			err = fmt.Errorf("player %q: %w", name, err)
		}
	}
	return Contestant{Name: name, New: func(context.Context) (Player, error) {
		return &leveled{name: name, choose: func(ctx context.Context,
			s *game.State, seed uint64) (level.Choice, error) {
			return l.Classical(ctx, s, weights, seed)
		}}, nil
	}}, err
}
