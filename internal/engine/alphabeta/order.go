package alphabeta

import (
	"slices"

	"epaminondas/game"
)

// Scores for move ordering. Moves with higher scores come first.
const (
	hintScore   = 1 << 28
	leadScore   = 1 << 24 // a move that takes the lead on the far rows
	takeScore   = 1 << 16 // a stone taken
	killerScore = 1 << 20
)

// noisyScore returns the ordering score of a move that captures or enters the far row. The lead
// comes first, then more captured stones, then a shorter phalanx, because it risks less.
func noisyScore(pos *game.State, m game.Move) int {
	moved, taken, lead := pos.Effect(m)
	return lead*leadScore + taken*takeScore - moved
}

// picker yields moves in the order of falling score, and equal moves in their original order. It
// selects the first few moves one by one, because a good order rarely needs more. Then it sorts the
// rest.
type picker struct {
	items []int64 // score, place and move, all negated so that the best is the least
	at    int
}

// pickOneByOne is the number of moves after which the rest is sorted.
const pickOneByOne = 6

// fill sets the moves and their scores of at most 32 bits.
func (p *picker) fill(moves []game.Move, score func(game.Move) int) {
	p.items, p.at = p.items[:0], 0
	for i, m := range moves {
		p.items = append(p.items, -(int64(score(m))<<32 | int64(0xFFFF-i)<<16 | int64(m)))
	}
}

// next returns the next move; ok is false if there is none.
func (p *picker) next() (m game.Move, ok bool) {
	rest := p.items[p.at:]
	if len(rest) == 0 {
		return game.NoMove, false
	}
	if p.at < pickOneByOne {
		best := 0
		for i, item := range rest {
			if item < rest[best] {
				best = i
			}
		}
		rest[0], rest[best] = rest[best], rest[0]
	} else if p.at == pickOneByOne {
		slices.Sort(rest)
	}
	p.at++
	return game.Move(-rest[0] & 0xFFFF), true
}

// score returns the score of the move that next returned last.
func (p *picker) score() int { return int(-p.items[p.at-1] >> 32) }

// history counts how often quiet moves refuted positions, by colour and move.
type history [2][1 << 14]int32

// historyBound limits the scores of the history.
const historyBound = 1 << 14

// score returns the history score of a move. For a move without history, it returns how far the
// move goes forward.
func (h *history) score(c game.Colour, m game.Move) int {
	_, rows := m.Direction().Delta()
	if c == game.Black {
		rows = -rows
	}
	return int(h[c][m&(1<<14-1)])*8 + rows*m.Distance()
}

// add changes the score of a move by a bonus. The change gets smaller as the score approaches its
// limit.
func (h *history) add(c game.Colour, m game.Move, bonus int) {
	at := &h[c][m&(1<<14-1)]
	*at += int32(bonus*16) - *at*int32(max(bonus, -bonus)*16)/historyBound
}

// age halves the scores from earlier searches.
func (h *history) age() {
	for c := range h {
		for i := range h[c] {
			h[c][i] /= 2
		}
	}
}

// reset empties the history.
func (h *history) reset() { *h = history{} }
