package player

import (
	"cmp"
	"context"
	"math/rand/v2"

	"epaminondas/game"
)

// greedy looks one ply ahead and plays a move of the highest merit. It draws among equal moves.
type greedy struct {
	name   string
	source rand.PCG
	moves  []game.Move
	best   []game.Move
}

// greedyKind returns the kind of greedy.
func greedyKind() kind {
	return kind{name: "greedy", about: "looks one move ahead: far rows first, then captures and advancement",
		ready: func(s Spec, _ *game.Board, _ searchLimit) (Factory, error) {
			return Factory{Name: s.text,
				New: func(context.Context) (Player, error) { return &greedy{name: s.text}, nil }}, nil
		}}
}

func (p *greedy) Name() string { return p.name }
func (p *greedy) Close() error { return nil }

func (p *greedy) NewGame(_ context.Context, seed uint64) error {
	p.source.Seed(seed, 0)
	return nil
}

func (p *greedy) Choose(_ context.Context, t Turn) (Choice, error) {
	s := t.State
	p.moves = s.AppendMoves(p.moves[:0])
	p.best = p.best[:0]
	var highest merit
	for _, m := range p.moves {
		of := meritOf(s, m)
		order := of.compare(highest)
		if len(p.best) == 0 || order > 0 {
			p.best, highest = p.best[:0], of
			order = 0
		}
		if order == 0 {
			p.best = append(p.best, m)
		}
	}
	return Choice{Move: p.best[rand.New(&p.source).IntN(len(p.best))]}, nil
}

// merit is the measure by which greedy compares moves. First comes the lead on the far rows, which
// decides the game: a side that is ahead wins unless the opponent can answer. Then comes the
// advancement, which is the number of rows that all moving stones gain. Each captured stone adds
// the rows that it had advanced, plus the number of rows of the board. So any capture has more
// merit than any quiet move.
type merit struct {
	lead        int // sign of the lead on the far rows after the move
	advancement int // in rows
}

func (a merit) compare(b merit) int {
	return cmp.Or(cmp.Compare(a.lead, b.lead), cmp.Compare(a.advancement, b.advancement))
}

func meritOf(s *game.State, m game.Move) merit {
	height := s.Board().Height()
	_, rows := m.Direction().Delta()
	if s.Turn() == game.Black {
		rows = -rows
	}
	advancement := rows * m.Distance() * s.PhalanxLength(m)
	for taken := s.Captured(m); !taken.Empty(); {
		advanced := taken.Pop().Row() // of a black stone, from its own far end
		if s.Turn() == game.White {
			advanced = height - 1 - advanced
		}
		advancement += height + advanced
	}
	return merit{lead: cmp.Compare(s.LeadAfter(m), 0), advancement: advancement}
}
