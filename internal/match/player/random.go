package player

import (
	"context"
	"math/rand/v2"

	"epaminondas/game"
)

// random plays any legal move, all with the same probability. With captures it draws among the
// captures, if there are any.
type random struct {
	name     string
	captures bool
	source   rand.PCG
	moves    []game.Move
}

// randomKind returns the kind of random.
func randomKind() kind {
	captures := option{
		key: "captures", about: "takes a capture when there is one",
		set: func(s *Spec, _, _ string) error { s.captures = true; return nil },
	}
	return kind{name: Random, about: "takes any move", options: []option{captures},
		ready: func(s Spec, _ *game.Board, _ searchLimit) (Factory, error) {
			return Factory{Name: s.text, New: func(context.Context) (Player, error) {
				return &random{name: s.text, captures: s.captures}, nil
			}}, nil
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
	among := p.moves
	if p.captures {
		among = capturesOr(s, p.moves)
	}
	return Choice{Move: among[rand.New(&p.source).IntN(len(among))]}, nil
}

// capturesOr moves the captures among the moves to the front and returns them, or all moves if none
// is a capture.
func capturesOr(s *game.State, moves []game.Move) []game.Move {
	n := 0
	for i, m := range moves {
		if taken := s.Captured(m); !taken.Empty() {
			moves[n], moves[i] = m, moves[n]
			n++
		}
	}
	if n == 0 {
		return moves
	}
	return moves[:n]
}
