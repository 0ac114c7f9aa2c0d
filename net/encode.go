package net

import (
	"math/bits"

	"epaminondas/game"
)

// Planes is the number of input planes of a square. For the mover's view of the board (Black's
// is turned by exchanging the rows, north with south) they are, all in [0, 1]:
//
//	0, 1    own stone, enemy stone
//	2+4d    own run in direction d: on a square with an own stone, the number of own stones
//	        that end there, coming along d without a gap; in eighths, at most 1
//	3+4d    own room: on such a square, the number of empty squares straight ahead; likewise
//	4+4d    enemy run
//	5+4d    enemy room
//	34      one: the square is on the board, what lies around it is not
//	35, 36  the mover's far row, the mover's home row
//
// A run is the strength of a phalanx led by the stone, run and room together bound its moves:
// what a 3x3 window cannot see (worth 95 Elo in calr3/pgx on this game). Longer ones than 8
// are not told apart: no phalanx moves farther.
const Planes = 37

const (
	planeOwn   = 0
	planeLines = 2 // the first of four planes for each direction
	planeOn    = 34
	planeFar   = 35
	planeHome  = 36
)

// Encoder writes positions of one size of board as planes. It is immutable: goroutines share it.
type Encoder struct {
	height, width int
	blank         *lines
	// Of eight squares of a line, how many belong together, in eighths: up from the first, or
	// down from the last. The squares are the bits of the index.
	up, down [256]float32
}

// NewEncoder returns the encoder for positions of b's size.
func NewEncoder(b *game.Board) *Encoder {
	e := &Encoder{height: b.Height(), width: b.Width(), blank: blankLines(b)}
	for i := range 256 {
		e.up[i] = float32(bits.TrailingZeros8(^uint8(i))) / game.MaxDistance
		e.down[i] = float32(bits.LeadingZeros8(^uint8(i))) / game.MaxDistance
	}
	return e
}

// Encode writes the planes of s into the inside of the padded image planes [H+2, W+2, Planes],
// rows counted from the mover's home row. All of the inside is overwritten, the border left as
// it is. It does not allocate.
func (e *Encoder) Encode(s *game.State, planes []float32) {
	e.ground(planes)
	e.addStones(s, planes)
}

// addStones writes the planes of the stones of s on an empty board.
func (e *Encoder) addStones(s *game.State, planes []float32) {
	l := *e.blank
	us := s.Turn()
	sides := [2]game.Bits{s.Stones(us), s.Stones(us.Other())}
	v := viewOf(s.Board(), us)
	for side := range sides {
		for i, rest := range sides[side] {
			for ; rest != 0; rest &= rest - 1 {
				column, row := v.place(i<<6 | bits.TrailingZeros64(rest))
				l.put(side, column, row)
			}
		}
	}
	for side := range sides {
		for i, rest := range sides[side] {
			for ; rest != 0; rest &= rest - 1 {
				column, row := v.place(i<<6 | bits.TrailingZeros64(rest))
				to := planes[((row+1)*(e.width+2)+column+1)*Planes:][:Planes]
				to[planeOwn+side] = 1
				e.encodeLines((*[linePlanes]float32)(to[planeLines+2*side:]), &l[side], column, row)
			}
		}
	}
}

// ground writes the planes of an empty board.
func (e *Encoder) ground(planes []float32) {
	for row := range e.height {
		squares := e.row(planes, row)
		clear(squares)
		for i := planeOn; i < len(squares); i += Planes {
			squares[i] = 1
		}
	}
	home, far := e.row(planes, 0), e.row(planes, e.height-1)
	for i := 0; i < len(home); i += Planes {
		home[i+planeHome], far[i+planeFar] = 1, 1
	}
}

// row returns the squares of a row of a padded image.
func (e *Encoder) row(planes []float32, row int) []float32 {
	return planes[((row+1)*(e.width+2)+1)*Planes:][:e.width*Planes]
}

// linePlanes is the number of planes from the first run of a side to its last room.
const linePlanes = 4*game.Directions - 2

// encodeLines writes the runs and rooms of a stone, in all directions, into its planes.
func (e *Encoder) encodeLines(to *[linePlanes]float32, l *[lineCount]uint64, column, row int) {
	e.encodeLine(to, game.North, l[northLine+column]>>row)
	e.encodeLine(to, game.NorthEast, l[northEastLine+column-row]>>row)
	e.encodeLine(to, game.East, l[eastLine+row]>>column)
	e.encodeLine(to, game.NorthWest, l[northWestLine+column+row]>>row)
}

// encodeLine writes those in direction d and in the opposite one, along which the squares of the
// line are counted up and down. The line is shifted so that the stone is its square 0.
func (e *Encoder) encodeLine(to *[linePlanes]float32, d game.Direction, line uint64) {
	ahead, back := 4*(d&7), 4*(d.Opposite()&7)
	to[ahead] = e.down[line>>1&0xFF]
	to[ahead+1] = e.up[line>>41&0xFF]
	to[back] = e.up[line>>8&0xFF]
	to[back+1] = e.down[line>>32&0xFF]
}
