package player

import (
	"context"
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// searching plays the moves of an engine's search.
type searching struct {
	name   string
	limit  searchLimit
	engine engine.Engine
}

func (p *searching) Name() string { return p.name }
func (p *searching) Close() error { return p.engine.Close() }

func (p *searching) NewGame(ctx context.Context, seed uint64) error {
	return p.engine.NewGame(ctx, seed)
}

func (p *searching) Choose(ctx context.Context, t Turn) (Choice, error) {
	r, err := p.engine.Search(ctx, engine.Turn{State: t.State, Start: t.Start, Moves: t.Moves},
		p.limit.of(t), nil)
	if err != nil {
		return Choice{}, fmt.Errorf("player: %s searches: %w", p.name, err)
	}
	return Choice{Move: r.Lines[0].Move, Value: r.Value, Judged: r.Judged, Nodes: r.Nodes}, nil
}

// leveled lets an engine play at a level, as on the page for playing. Its moves depend only on the seed
// and the position.
type leveled struct {
	name   string
	level  int
	engine engine.Engine
	seed   uint64
}

func (p *leveled) Name() string { return p.name }
func (p *leveled) Close() error { return p.engine.Close() }

func (p *leveled) NewGame(_ context.Context, seed uint64) error {
	p.seed = seed
	return nil
}

func (p *leveled) Choose(ctx context.Context, t Turn) (Choice, error) {
	l, err := engine.LevelOf(t.State.Board().Rules(), p.level)
	if err != nil {
		return Choice{}, fmt.Errorf("player: %s: %w", p.name, err)
	}
	c, err := l.Choose(ctx, p.engine, t.State, p.seed)
	if err != nil {
		return Choice{}, fmt.Errorf("player: %s: %w", p.name, err)
	}
	return Choice{Move: c.Move, Value: c.Value, Judged: true, Nodes: c.Nodes}, nil
}

// policy plays the move that an engine's estimate prefers, the first of equals. It does not search.
type policy struct {
	name   string
	engine engine.Engine
	moves  []game.Move
	prior  []float32
}

func (p *policy) Name() string { return p.name }
func (p *policy) Close() error { return p.engine.Close() }

// NewGame implements [Player]. The player draws no random numbers, so it needs no seed.
func (p *policy) NewGame(context.Context, uint64) error { return nil }

func (p *policy) Choose(_ context.Context, t Turn) (Choice, error) {
	p.moves = t.State.AppendMoves(p.moves[:0])
	p.prior = append(p.prior[:0], make([]float32, len(p.moves))...)
	value, err := p.engine.Evaluate(t.State, p.moves, p.prior)
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

// opener makes an engine for one game after another.
type opener func(context.Context) (engine.Engine, error)

// factoryOf makes players that search with engines, or that play at the level or by the policy of
// their limit. Each player thinks on a number of cores.
func factoryOf(name string, limit searchLimit, cores int, open opener) Factory {
	return Factory{Name: name, Cores: cores, New: func(ctx context.Context) (Player, error) {
		e, err := open(ctx)
		switch {
		case err != nil:
			return nil, err
		case limit.limit.policy:
			return &policy{name: name, engine: e}, nil
		case limit.limit.level > 0:
			return &leveled{name: name, level: limit.limit.level, engine: e}, nil
		}
		return &searching{name, limit, e}, nil
	}}
}
