package solve

import (
	"math/bits"
	"strings"

	"epaminondas/game"
)

// A placement holds the stones of a position from the view of the side to move, which walks north.
// Bit row*width+column of each set is a square.
type placement struct {
	own, enemy uint32
}

// half is the number of bits of a set of squares that index a table.
const half = maxArea / 2

// grid is the geometry of a small board, packed without gaps. It is immutable.
type grid struct {
	width, height int
	symmetry      game.Symmetry
	mask          uint32                  // all squares
	far, home     uint32                  // far rows of the side to move and of its opponent
	inner         [game.Directions]uint32 // squares that have a next square in a direction
	step          [game.Directions]int    // distance to the next square, in bits
	entry         [game.Directions]uint32 // squares of the far row that a step in the direction can enter
	flips         [2][1 << half]uint32    // row 1 exchanged with the last row, for the low and the high half
	mirrors       [2][1 << half]uint32    // column a exchanged with the last column
}

// newGrid returns the geometry of the board of supported rules.
func newGrid(r game.Rules) *grid {
	g := &grid{width: r.Width, height: r.Height, symmetry: r.Symmetry}
	g.mask = 1<<(g.width*g.height) - 1
	g.home = 1<<g.width - 1
	g.far = g.home << (g.width * (g.height - 1))
	for d := range game.Direction(game.Directions) {
		g.measure(d)
	}
	fillHalves(&g.flips, func(at int) int { return (g.height-1-at/g.width)*g.width + at%g.width },
		g.width*g.height)
	fillHalves(&g.mirrors, func(at int) int { return at - at%g.width + g.width - 1 - at%g.width },
		g.width*g.height)
	return g
}

// measure fills the tables of direction d.
func (g *grid) measure(d game.Direction) {
	columns, rows := d.Delta()
	g.step[d] = rows*g.width + columns
	if rows > 0 {
		g.entry[d] = g.far
	}
	for row := range g.height {
		for column := range g.width {
			c, r := column+columns, row+rows
			if c >= 0 && c < g.width && r >= 0 && r < g.height {
				g.inner[d] |= 1 << (row*g.width + column)
			}
		}
	}
}

// fillHalves fills the tables of a permutation of the squares for both halves of a set.
func fillHalves(table *[2][1 << half]uint32, to func(at int) int, area int) {
	for h := range table {
		for at := h * half; at < min(area, (h+1)*half); at++ {
			bit := 1 << (at - h*half)
			for set := bit; set < 1<<half; set = (set + 1) | bit {
				table[h][set] |= 1 << to(at)
			}
		}
	}
}

// shift moves every square of x one step in direction d. Squares that leave the board vanish.
func (g *grid) shift(x uint32, d game.Direction) uint32 {
	return bits.RotateLeft32(x&g.inner[d&7], g.step[d&7])
}

// flip returns x upside down: row 1 and the last row change places, and so on.
func (g *grid) flip(x uint32) uint32 {
	return g.flips[0][x&(1<<half-1)] | g.flips[1][x>>half&(1<<half-1)]
}

// mirror returns the mirror image of x: column a and the last column change places, and so on.
func (g *grid) mirror(x uint32) uint32 {
	return g.mirrors[0][x&(1<<half-1)] | g.mirrors[1][x>>half&(1<<half-1)]
}

// turned returns p from the opponent's view.
func (g *grid) turned(p placement) placement { return placement{g.flip(p.enemy), g.flip(p.own)} }

// finished reports whether the side to move has won on the far rows.
func (g *grid) finished(p placement) bool {
	return bits.OnesCount32(p.own&g.far) > bits.OnesCount32(p.enemy&g.home)
}

// symmetric reports whether p is symmetric, so that no stone may enter the far row by a move to p.
func (g *grid) symmetric(p placement) bool {
	switch g.symmetry {
	case game.LeftRight:
		return g.mirror(p.own) == p.own && g.mirror(p.enemy) == p.enemy
	case game.Rotation:
		return g.flip(g.mirror(p.enemy)) == p.own
	}
	return false
}

// placement returns the stones of s.
func (g *grid) placement(s *game.State) placement {
	p := placement{g.pack(s.Stones(s.Turn())), g.pack(s.Stones(s.Turn().Other()))}
	if s.Turn() == game.Black {
		p = placement{g.flip(p.own), g.flip(p.enemy)}
	}
	return p
}

// pack returns the squares of x on the board without the gaps between rows.
func (g *grid) pack(x game.Bits) uint32 {
	var packed uint32
	for !x.Empty() {
		s := x.Pop()
		packed |= 1 << (s.Row()*g.width + s.Col())
	}
	return packed
}

// text returns the position text of p with the given side to move.
func (g *grid) text(p placement, turn game.Colour) string {
	if turn == game.Black {
		p = placement{g.flip(p.own), g.flip(p.enemy)}
	}
	var b strings.Builder
	for row := g.height - 1; row >= 0; row-- {
		for column := range g.width {
			letter, bit := byte('.'), uint32(1)<<(row*g.width+column)
			switch {
			case p.own&bit != 0:
				letter = turn.Letter()
			case p.enemy&bit != 0:
				letter = turn.Other().Letter()
			}
			b.WriteByte(letter)
		}
		if row > 0 {
			b.WriteByte('/')
		}
	}
	b.WriteByte(' ')
	b.WriteByte(turn.Letter())
	return b.String()
}
