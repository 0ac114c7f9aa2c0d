package net

import (
	"math/bits"
	"sync"

	"epaminondas/game"
	"epaminondas/net/kernel"
)

// linePlanes is the number of planes of the group lines. For the mover's view of the board (Black's
// is turned by exchanging the rows, north with south) they are, all in [0, 1]:
//
//	0, 1    own stone, enemy stone
//	2+4d    own run in direction d: on a square with an own stone, the number of own stones in
//	        the unbroken line that ends there and goes along d; in eighths, at most 1
//	3+4d    own room: on such a square, the number of empty squares straight ahead, in eighths
//	4+4d    enemy run
//	5+4d    enemy room
//	34      one: the square is on the board, what lies around it is not
//	35, 36  the mover's far row, the mover's home row
//
// A run is the strength of the phalanx that the stone leads. Run and room together bound its moves.
// A 3x3 window cannot see them. In calr3/pgx, networks with these planes were 95 Elo stronger on
// this game than networks without them. Runs and rooms longer than 8 count as 8, because no phalanx
// moves farther.
const linePlanes = 37

const (
	planeOwn   = 0
	planeLines = 2 // the first of four planes for each direction
	planeOn    = 34
	planeFar   = 35
	planeHome  = 36
)

// Encoder writes positions of one size of board as planes. Goroutines share it.
type Encoder struct {
	board         *game.Board
	height, width int
	layout        *layout
	extras        []extra   // the groups besides lines
	walks         sync.Pool // of *walk, for Encode
	blank         *lines
	empty         [][]kernel.Feature // features of an empty square on each row
	// For each set of eight squares of a line, the length of a run in eighths, as a feature of
	// channel 0. In up the run begins at the first square, in down at the last. The bits of the
	// index are the squares.
	up, down [256]kernel.Feature
}

// extra is a group besides lines in an encoder: its row of the table and its first channel.
type extra struct {
	name     string
	first    int
	most     int // features on a square
	begin    func(w *walk) game.Bits
	describe func(w *walk, n, first int) int
}

// NewEncoder returns the encoder for positions of b's size and rules as planes of the given groups.
func NewEncoder(b *game.Board, groups Groups) *Encoder {
	e := &Encoder{
		board: b, height: b.Height(), width: b.Width(), layout: groups.layout(),
		blank: blankLines(b), empty: emptySquares(b.Height()),
	}
	e.walks.New = func() any { return new(walk) }
	for i, row := range groupTable() {
		if first := e.layout.first[i]; first >= 0 && row.describe != nil {
			e.extras = append(e.extras, extra{row.name, first, row.most, row.begin, row.describe})
		}
	}
	for i := range 256 {
		e.up[i] = kernel.NewFeature(0, float32(bits.TrailingZeros8(^uint8(i)))/game.MaxDistance)
		e.down[i] = kernel.NewFeature(0, float32(bits.LeadingZeros8(^uint8(i)))/game.MaxDistance)
	}
	return e
}

// Planes returns the number of planes of a square.
func (e *Encoder) Planes() int { return e.layout.planes }

// Encode writes the planes of s into the inside of the padded image planes [H+2, W+2, e.Planes()],
// rows counted from the mover's home row. It overwrites the whole inside and does not change the
// border. Each concurrent encoding needs a walk. The encoder keeps walks for later calls, and
// allocates nothing else.
func (e *Encoder) Encode(s *game.State, planes []float32) {
	n := e.layout.planes
	for row := range e.height {
		squares := planes[((row+1)*(e.width+2)+1)*n:][:e.width*n]
		clear(squares)
		for ; len(squares) > 0; squares = squares[n:] {
			e.add(squares, e.empty[row])
		}
	}
	w := e.walks.Get().(*walk)
	for w.start(e, s); w.next(); {
		e.add(planes[((w.row+1)*(e.width+2)+w.column+1)*n:][:n], w.features())
	}
	e.walks.Put(w)
}

// add adds features to the planes of a square.
func (e *Encoder) add(planes []float32, features []kernel.Feature) {
	for _, f := range features {
		for _, s := range e.layout.shares[f.Channel()] {
			planes[s.plane] += f.Value() * s.value
		}
	}
}
