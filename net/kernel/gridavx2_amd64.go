package kernel

// grid is how [avx2Conv] cuts an image into tiles. They have 4x4 outputs; but where one or two
// squares are left over along a side, the tiles there have two: they need only those four of the
// six frequencies of that side that stand for the points 0, 1, -1 and infinity. The tiles are
// numbered so that those that have a frequency lie together: first a row of short tiles, then the
// whole ones row by row, then a column of narrow ones, of which the last may be short.
type grid struct {
	h, w          int
	tall, wide    int // tiles with four outputs along the side
	short, narrow int // 0 or 1: those with two
}

func gridOf(h, w int) grid {
	g := grid{h: h, w: w, tall: (h + 1) / tileOut, wide: (w + 1) / tileOut}
	if h > g.tall*tileOut {
		g.short = 1
	}
	if w > g.wide*tileOut {
		g.narrow = 1
	}
	return g
}

func (g grid) tiles() int { return (g.tall + g.short) * (g.wide + g.narrow) }

// A strip is count tiles of tall x wide outputs side by side.
type strip struct {
	tile, count int // the number of the first, and of all
	row, column int // of the first output
	tall, wide  int
}

// strips yields all tiles.
func (g grid) strips(yield func(strip) bool) {
	for r := range g.tall + g.short {
		s := strip{tile: (g.short + r) * g.wide, count: g.wide, row: r * tileOut, tall: tileOut, wide: tileOut}
		if r == g.tall {
			s.tile, s.tall = 0, 2
		}
		if s.count > 0 && !yield(s) {
			return
		}
		s.tile, s.count = (g.tall+g.short)*g.wide+r, 1
		s.column, s.wide = g.wide*tileOut, 2
		if g.narrow > 0 && !yield(s) {
			return
		}
	}
}

// inside returns how many tiles of a strip do not hang over the image.
func (g grid) inside(s strip) int {
	switch {
	case s.row+s.tall > g.h:
		return 0
	case s.column+(s.count-1)*tileOut+s.wide > g.w:
		return s.count - 1
	default:
		return s.count
	}
}

// A class is count frequencies from the one at place first on, which tiles from one on have.
type class struct{ first, count, tile, tiles int }

// classes returns the four of them, in the order in which the assembly places the frequencies:
// those that all tiles have, all but the narrow, all but the short, and those that whole ones have.
func (g grid) classes() [4]class {
	all, short, wide := g.tiles(), g.short*g.wide, (g.tall+g.short)*g.wide
	tall := all - g.short*(g.wide+g.narrow)
	return [4]class{{0, 16, 0, all}, {16, 8, 0, wide}, {24, 8, short, tall}, {32, 4, short, wide - short}}
}
