package player

import (
	"context"
	"math/rand/v2"

	"epaminondas/game"
)

// random plays any legal move, all with the same probability.
type random struct {
	name   string
	source rand.PCG
	moves  []game.Move
}

// randomKind returns the kind of random.
func randomKind() kind {
	return kind{name: Random, about: "takes any move",
		ready: func(s Spec, _ *game.Board, _ searchLimit) (Factory, error) {
			return Factory{Name: s.text,
				New: func(context.Context) (Player, error) { return &random{name: s.text}, nil }}, nil
		}}
}

func (p *random) Name() string { return p.name }
func (p *random) NewGame(_ context.Context, seed uint64) error {
	p.source.Seed(seed, 0)
	return nil
}
func (p *random) Close() error { return nil }

func (p *random) Choose(_ context.Context, t Turn) (Choice, error) {
	s := t.State
	p.moves = s.AppendMoves(p.moves[:0])
	return Choice{Move: p.moves[rand.New(&p.source).IntN(len(p.moves))]}, nil
}
