package lines

import (
	"math/bits"

	"epaminondas/game"
)

// Patterns has the pattern of each window of a position, as White sees it and as Black sees it. A pattern is
// the number of its row. A move changes few of them.
type Patterns struct {
	views [2][mostWindows]int32
}

// Set sets p to the patterns of a position.
func (e *Evaluation) Set(p *Patterns, s *game.State) {
	for view := range p.views {
		copy(p.views[view][:], e.first)
	}
	for c := range game.Colour(2) {
		for stones := s.Stones(c); !stones.Empty(); {
			e.change(p, c, int(stones.Pop()), 1)
		}
	}
}

// Update sets to to the patterns of after, a position that follows from before, whose patterns are from.
func (e *Evaluation) Update(to, from *Patterns, before, after *game.State) {
	n := len(e.windows)
	for view := range to.views {
		copy(to.views[view][:n], from.views[view][:n])
	}
	for c := range game.Colour(2) {
		old, now := before.Stones(c), after.Stones(c)
		for i := range old {
			gone, come := old[i]&^now[i], now[i]&^old[i]
			for ; gone != 0; gone &= gone - 1 {
				e.change(to, c, 64*i+bits.TrailingZeros64(gone), -1)
			}
			for ; come != 0; come &= come - 1 {
				e.change(to, c, 64*i+bits.TrailingZeros64(come), 1)
			}
		}
	}
}

// change adds a stone of c on square s if sign is 1, or removes it if sign is -1.
func (e *Evaluation) change(p *Patterns, c game.Colour, s int, sign int32) {
	for view := range game.Colour(2) {
		digit := sign
		if c != view {
			digit *= 2
		}
		patterns := &p.views[view]
		for _, at := range e.places[view][e.from[view][s]:e.from[view][s+1]] {
			patterns[uint8(at.window)] += digit * int32(at.power)
		}
	}
}
