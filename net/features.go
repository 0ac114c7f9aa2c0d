package net

import (
	"fmt"
	"math/bits"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/net/kernel"
)

// Most planes are zero on most squares. So the inference engine describes a position by the
// features that its stones add to an empty board. Each stone adds a presence channel, the length of
// its runs beyond 1, and its room. The presence channel of a side stands for the stone's plane and
// runs of 1 in all directions. Other groups add features to these squares and to empty ones.
const channelStone = linePlanes // channel of an own stone; the next channel is for an enemy stone

// stoneChannels returns the contributions of the presence channels.
func stoneChannels() [][]contribution {
	channels := make([][]contribution, 2)
	for side := range channels {
		channels[side] = []contribution{{planeOwn + side, 1}}
		for d := range game.Directions {
			channels[side] = append(channels[side],
				contribution{planeLines + 4*d + 2*side, 1. / game.MaxDistance})
		}
	}
	return channels
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

// A walk visits squares of a position in the view of the side to move. First come its own stones,
// then the enemy stones. Last come the empty squares whose features differ from those on an empty
// board.
type walk struct {
	encoder *Encoder
	lines   lines
	threats threats
	squares [3]game.Bits // squares to visit: with own stones, with enemy stones, empty

	side, column, row int // of the square; side is 2 for an empty one
	count             int // number of its features
	list              [mostFeatures]kernel.Feature
}

// mostFeatures is the largest number of features of a square. [Groups.validate] refuses groups that
// need more. With a power of two the compiler needs no bounds checks.
const mostFeatures = 32

// start sets the walk before the first square of s.
func (w *walk) start(e *Encoder, s *game.State) {
	us := s.Turn()
	w.encoder, w.lines, w.side = e, *e.blank, 0
	w.squares = [3]game.Bits{s.Stones(us), s.Stones(us.Other())}
	for side := range 2 {
		if us == game.Black {
			w.squares[side] = s.Board().FlipBits(w.squares[side])
		}
		for i, rest := range w.squares[side] {
			for ; rest != 0; rest &= rest - 1 {
				at := bits.TrailingZeros64(rest)
				w.lines.put(side, at&15, 4*i+at>>4)
			}
		}
	}
	for i := range e.extras {
		w.squares[2] = w.squares[2].Or(e.extras[i].begin(w))
	}
}

// next moves the walk to the next square. It returns false if there is none.
func (w *walk) next() bool {
	for ; w.side < len(w.squares); w.side++ {
		for i, rest := range w.squares[w.side] {
			if rest != 0 {
				at := bits.TrailingZeros64(rest)
				w.squares[w.side][i] = rest & (rest - 1)
				w.column, w.row = at&15, 4*i+at>>4
				w.describe()
				return true
			}
		}
	}
	return false
}

// features returns the features of the square. They are valid until next.
func (w *walk) features() []kernel.Feature { return w.list[:w.count] }

// describe finds the features of the square.
func (w *walk) describe() {
	w.count = 0
	if w.side < 2 {
		w.count = w.stone()
	}
	for i := range w.encoder.extras {
		x := &w.encoder.extras[i]
		before := w.count
		if w.count = x.describe(w, before, x.first); w.count > before+x.most {
			panic(fmt.Sprintf("net: the group %s has %s on a square, but its row allows %d",
				x.name, noun.Count(w.count-before, "feature"), x.most))
		}
	}
}

// stone finds the features of the stone in the group lines and returns their number.
func (w *walk) stone() int {
	l := &w.lines[w.side&1]
	w.list[0] = kernel.NewFeature(channelStone+w.side, 1)
	n := w.along(1, game.North, l[northLine+w.column]>>(w.row&15))
	n = w.along(n, game.NorthEast, l[northEastLine+w.column-w.row]>>(w.row&15))
	n = w.along(n, game.East, l[eastLine+w.row]>>(w.column&15))
	return w.along(n, game.NorthWest, l[northWestLine+w.column+w.row]>>(w.row&15))
}

// along adds the run and the room in direction d and in the opposite direction, after n other
// features. The squares of the line count up in direction d. The line is shifted so that the stone
// is its square 0.
func (w *walk) along(n int, d game.Direction, line uint64) int {
	e, first := w.encoder, kernel.Feature(planeLines+2*w.side)
	ahead, back := first+4*kernel.Feature(d), first+4*kernel.Feature(d.Opposite())
	n = w.addEighths(n, ahead+e.down[line&0xFE]) // the longest run has 8 stones, this one included
	n = w.addEighths(n, ahead+1+e.up[line>>41&0xFF])
	n = w.addEighths(n, back+e.up[line>>9&0x7F])
	return w.addEighths(n, back+1+e.down[line>>32&0xFF])
}

// add writes a feature of any value after n others. It counts only if its value is not zero.
func (w *walk) add(n int, f kernel.Feature) int {
	w.list[n&(mostFeatures-1)] = f
	value := uint32(f>>32) << 1 // without the sign, because -0 is zero too
	return n + int((value|-value)>>31)
}

// addEighths is add for values of 0, 1/8, 2/8 .. 1, and for no others.
func (w *walk) addEighths(n int, f kernel.Feature) int {
	w.list[n&(mostFeatures-1)] = f
	return n + int(f>>61) // the exponent has this bit in all floats from an eighth to one
}
