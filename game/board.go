package game

// Board is the geometry of one set of rules: the facts about a game that do not change during play.
// It is immutable and shared by all states and goroutines.
type Board struct {
	rules    Rules
	mask     Bits                         // squares on the board
	far      [2]Bits                      // far row of each colour
	farIndex [2]int                       // number of that row, from 0
	edge     [Directions][256]uint8       // number of steps from a square to the edge
	inner    [Directions]Bits             // squares with a next square in a direction
	keys     [2][maxSide * maxSide]uint64 // Zobrist key of a stone of a colour on a square
	turn     uint64                       // Zobrist key of Black to move
}

// ParseBoard returns the board of the rules with the given name, which [ParseRules] reads.
func ParseBoard(rules string) (*Board, error) {
	r, err := ParseRules(rules)
	if err != nil {
		return nil, err
	}
	return NewBoard(r)
}

// MustBoard is [ParseBoard], but it panics if the name is wrong. So use it only for names that stand in
// code, as in tests.
func MustBoard(rules string) *Board {
	b, err := ParseBoard(rules)
	if err != nil {
		panic(err)
	}
	return b
}

// NewBoard returns the geometry of r, or an error that wraps [ErrRules].
func NewBoard(r Rules) (*Board, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	b := &Board{rules: r, farIndex: [2]int{White: r.Height - 1, Black: 0}}
	for row := range r.Height {
		b.mask.setRow(row, 1<<r.Width-1)
	}
	for c, row := range b.farIndex {
		b.far[c].setRow(row, 1<<r.Width-1)
	}
	for d := range Direction(Directions) {
		b.measure(d)
	}
	b.drawKeys()
	return b, nil
}

// measure fills the tables of direction d.
func (b *Board) measure(d Direction) {
	for squares := b.mask; !squares.Empty(); {
		s := squares.Pop()
		columns, rows := d.Delta()
		column, row := s.Col()+columns, s.Row()+rows
		for column >= 0 && column < b.rules.Width && row >= 0 && row < b.rules.Height {
			b.edge[d][s]++
			column, row = column+columns, row+rows
		}
		if b.edge[d][s] > 0 {
			b.inner[d].Set(s)
		}
	}
}

// drawKeys fills the Zobrist keys with SplitMix64 (Steele, Lea and Flood 2014), so that a hash is
// the same in every run and on every machine.
func (b *Board) drawKeys() {
	var state uint64
	next := func() uint64 {
		state += 0x9E3779B97F4A7C15
		z := state
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		return z ^ z>>31
	}
	for c := range b.keys {
		for s := range b.keys[c] {
			b.keys[c][s] = next()
		}
	}
	b.turn = next()
}

// Rules returns the rules of the board.
func (b *Board) Rules() Rules { return b.rules }

// Width returns the number of columns.
func (b *Board) Width() int { return b.rules.Width }

// Height returns the number of rows.
func (b *Board) Height() int { return b.rules.Height }

// Area returns the number of squares.
func (b *Board) Area() int { return b.rules.Width * b.rules.Height }

// Mask returns all squares of the board.
func (b *Board) Mask() Bits { return b.mask }

// FarRow returns the squares of the opponent's home row, which c wants to reach.
func (b *Board) FarRow(c Colour) Bits { return b.far[c] }

// Edge returns the number of squares between s and the edge in direction d.
func (b *Board) Edge(s Square, d Direction) int { return int(b.edge[d][s]) }

// Start returns the first position of a game.
func (b *Board) Start() State {
	var stones [2]Bits
	for row := range b.rules.Rows {
		stones[White].setRow(row, 1<<b.rules.Width-1)
		stones[Black].setRow(b.rules.Height-1-row, 1<<b.rules.Width-1)
	}
	return b.Position(stones[White], stones[Black], White)
}

// Position returns the position with the given stones at ply 0. The stones must be on the board,
// and no square may have both colours.
func (b *Board) Position(white, black Bits, turn Colour) State {
	s := State{board: b, stones: [2]Bits{white, black}, turn: turn}
	s.hash = s.fullHash()
	return s
}

// MirrorSquare returns the mirror image of s, in which column a and the last column change places.
func (b *Board) MirrorSquare(s Square) Square { return SquareAt(b.rules.Width-1-s.Col(), s.Row()) }

// MirrorMove returns the mirror image of m.
func (b *Board) MirrorMove(m Move) Move {
	return m.moved(b.MirrorSquare(m.Rear()), m.Direction().FlipColumns())
}

// MirrorBits returns the mirror image of x.
func (b *Board) MirrorBits(x Bits) Bits { return x.mirrored(b.rules.Width) }

// FlipSquare returns s on the board upside down, in which row 1 and the last row change places.
func (b *Board) FlipSquare(s Square) Square { return SquareAt(s.Col(), b.rules.Height-1-s.Row()) }

// FlipMove returns m on the board upside down, in which row 1 and the last row change places.
func (b *Board) FlipMove(m Move) Move {
	return m.moved(b.FlipSquare(m.Rear()), m.Direction().FlipRows())
}

// FlipBits returns x on the board upside down.
func (b *Board) FlipBits(x Bits) Bits { return x.flipped(b.rules.Height) }
