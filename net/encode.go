package net

import "epaminondas/game"

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
// what a 3x3 window cannot see (worth 95 Elo in calr3/pgx on this game).
const Planes = 37

const (
	planeOwn   = 0
	planeLines = 2 // the first of four planes for each direction
	planeOn    = 34
	planeFar   = 35
	planeHome  = 36

	// maxLine is the longest run or room told apart: no phalanx moves farther.
	maxLine = game.MaxDistance
)

// Encode writes the planes of s to planes [H, W, Planes], rows counted from the mover's home
// row. All of it is overwritten. It does not allocate.
func Encode(s *game.State, planes []float32) {
	b := s.Board()
	planes = planes[:b.Area()*Planes]
	clear(planes)
	width, last := b.Width(), (b.Height()-1)*b.Width()
	for i := range b.Area() {
		planes[i*Planes+planeOn] = 1
	}
	for i := range width {
		planes[(last+i)*Planes+planeFar] = 1
		planes[i*Planes+planeHome] = 1
	}
	encodeStones(s, planes, s.Turn(), 0)
	encodeStones(s, planes, s.Turn().Other(), 1)
}

// encodeStones writes the planes of the stones of c; side is 0 if c is to move, else 1.
func encodeStones(s *game.State, planes []float32, c game.Colour, side int) {
	b, stones := s.Board(), s.Stones(c)
	occupied := stones.Or(s.Stones(c.Other()))
	for rest := stones; !rest.Empty(); {
		at := rest.Pop()
		p := planes[square(b, s.Turn(), at)*Planes:][:Planes]
		p[planeOwn+side] = 1
		for d := range game.Direction(game.Directions) {
			ahead := turned(s.Turn(), d) // d as the mover sees it
			line := p[planeLines+4*int(d)+2*side:][:2]
			line[0] = float32(run(b, &stones, at, ahead)) / maxLine
			line[1] = float32(room(b, &occupied, at, ahead)) / maxLine
		}
	}
}

// run counts the stones from a stone backwards, against d, without a gap.
func run(b *game.Board, stones *game.Bits, from game.Square, d game.Direction) int {
	back := d.Opposite()
	limit := min(maxLine, b.Edge(from, back)+1)
	n, at := 1, from+step(back)
	for n < limit && stones.Has(at) {
		n++
		at += step(back)
	}
	return n
}

// room counts the empty squares ahead of a stone in direction d.
func room(b *game.Board, occupied *game.Bits, from game.Square, d game.Direction) int {
	limit := min(maxLine, b.Edge(from, d))
	n, at := 0, from+step(d)
	for n < limit && !occupied.Has(at) {
		n++
		at += step(d)
	}
	return n
}

// step returns what to add to a square, modulo 256, to reach the next in direction d.
func step(d game.Direction) game.Square {
	columns, rows := d.Delta()
	return game.Square(columns) + game.Square(rows)<<4
}

// square returns the index of at in an image [H, W], as seen by the side to move.
func square(b *game.Board, turn game.Colour, at game.Square) int {
	if turn == game.Black {
		at = b.FlipSquare(at)
	}
	return at.Row()*b.Width() + at.Col()
}

// turned converts a direction between the board and the view of the side to move.
func turned(turn game.Colour, d game.Direction) game.Direction {
	if turn == game.Black {
		return d.FlipRows()
	}
	return d
}
