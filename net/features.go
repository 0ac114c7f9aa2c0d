package net

import (
	"math/bits"

	"epaminondas/game"
	"epaminondas/net/kernel"
)

// Most planes are zero on most squares. The inference engine takes a position as what its stones
// add to the planes of an empty board: of each stone that it is there, in a channel more for each side that
// stands for the stone's plane and runs of 1 in all directions, what its runs are longer, and its room.
const (
	channelStone = Planes // of an own stone; the next is of an enemy one
	channels     = Planes + 2
)

// stemWeights returns the weights [3, 3, channels, out] of the stem whose weights are [3, 3, Planes, out].
func stemWeights(weights []float32, out int) []float32 {
	wide := make([]float32, 9*channels*out)
	for tap := range 9 {
		from, to := weights[tap*Planes*out:][:Planes*out], wide[tap*channels*out:][:channels*out]
		copy(to, from)
		for side := range 2 {
			for o := range out {
				sum := float64(from[(planeOwn+side)*out+o])
				for d := range game.Directions {
					sum += float64(from[(planeLines+4*d+2*side)*out+o]) / game.MaxDistance
				}
				to[(channelStone+side)*out+o] = float32(sum)
			}
		}
	}
	return wide
}

// emptySquares returns the features of an empty square on each row of a board.
func emptySquares(height int) [][]kernel.Feature {
	rows := make([][]kernel.Feature, height)
	for row := range rows {
		rows[row] = []kernel.Feature{kernel.NewFeature(planeOn, 1)}
	}
	rows[0] = append(rows[0], kernel.NewFeature(planeHome, 1))
	rows[height-1] = append(rows[height-1], kernel.NewFeature(planeFar, 1))
	return rows
}

// A walk goes, once started, from stone to stone of a position as the side to move sees it, its own first.
type walk struct {
	encoder *Encoder
	lines   lines
	stones  [2]game.Bits // those to come

	side, column, row int                // of the stone
	count             int                // of its features
	list              [32]kernel.Feature // 17 at most; a power of two spares the checks
}

// start goes before the first stone of s.
func (w *walk) start(e *Encoder, s *game.State) {
	us := s.Turn()
	w.encoder, w.lines, w.side = e, *e.blank, 0
	w.stones = [2]game.Bits{s.Stones(us), s.Stones(us.Other())}
	for side := range w.stones {
		if us == game.Black {
			w.stones[side] = s.Board().FlipBits(w.stones[side])
		}
		for i, rest := range w.stones[side] {
			for ; rest != 0; rest &= rest - 1 {
				at := bits.TrailingZeros64(rest)
				w.lines.put(side, at&15, 4*i+at>>4)
			}
		}
	}
}

// next goes to the next stone; it returns false if there is none.
func (w *walk) next() bool {
	for ; w.side < 2; w.side++ {
		for i, rest := range w.stones[w.side] {
			if rest != 0 {
				at := bits.TrailingZeros64(rest)
				w.stones[w.side][i] = rest & (rest - 1)
				w.column, w.row = at&15, 4*i+at>>4
				w.describe()
				return true
			}
		}
	}
	return false
}

// features returns the features of the stone. They are there until the next.
func (w *walk) features() []kernel.Feature { return w.list[:w.count] }

// describe finds the features of the stone.
func (w *walk) describe() {
	l := &w.lines[w.side&1]
	w.list[0] = kernel.NewFeature(channelStone+w.side, 1)
	n := w.along(1, game.North, l[northLine+w.column]>>(w.row&15))
	n = w.along(n, game.NorthEast, l[northEastLine+w.column-w.row]>>(w.row&15))
	n = w.along(n, game.East, l[eastLine+w.row]>>(w.column&15))
	w.count = w.along(n, game.NorthWest, l[northWestLine+w.column+w.row]>>(w.row&15))
}

// along adds to n features those in direction d and in the opposite one, along which the squares of
// the line are counted up and down. The line is shifted so that the stone is its square 0.
func (w *walk) along(n int, d game.Direction, line uint64) int {
	e, first := w.encoder, kernel.Feature(planeLines+2*w.side)
	ahead, back := first+4*kernel.Feature(d), first+4*kernel.Feature(d.Opposite())
	n = w.add(n, ahead+e.down[line&0xFE]) // a run of 8 with the stone is the longest
	n = w.add(n, ahead+1+e.up[line>>41&0xFF])
	n = w.add(n, back+e.up[line>>9&0x7F])
	return w.add(n, back+1+e.down[line>>32&0xFF])
}

// add writes a feature behind n others, to which it is added unless its value is zero.
func (w *walk) add(n int, f kernel.Feature) int {
	w.list[n&31] = f
	return n + int(f>>61) // the exponent has this bit in all floats from an eighth to one
}
