package arena

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

func (p *random) Name() string        { return p.name }
func (p *random) NewGame(seed uint64) { p.source.Seed(seed, 0) }
func (p *random) Close() error        { return nil }

func (p *random) Choose(_ context.Context, s *game.State) (Choice, error) {
	p.moves = s.AppendMoves(p.moves[:0])
	return Choice{Move: p.moves[rand.New(&p.source).IntN(len(p.moves))]}, nil
}
