//go:build amd64 || arm64

package kernel

// grid describes how [vectorConv] cuts an image into tiles. Tiles have 4x4 outputs. If one or two
// squares remain along a side, the tiles there have two outputs along it. These need only four of
// the six frequencies of that side, for the points 0, 1, -1 and infinity. Tiles with a common
// frequency have adjacent numbers: first a row of short tiles, then the whole tiles row by row,
// then a column of narrow tiles. The last of these may be short.
type grid struct {
	h, w          int
	tall, wide    int // tiles with four outputs along the side
	short, narrow int // 0 or 1: rows and columns of tiles with two outputs
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
	tile, count int // number of the first tile, and number of tiles
	row, column int // row and column of the first output
	tall, wide  int
}

// strips yields all tiles.
func (g grid) strips(yield func(strip) bool) {
	for r := range g.tall + g.short {
		s := strip{tile: (g.short + r) * g.wide, count: g.wide, row: r * tileOut, tall: tileOut,
			wide: tileOut}
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

// inside returns the number of tiles of a strip that are inside the image.
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

// A class has count frequencies, from place first on. The tiles from number tile on have these
// frequencies.
type class struct{ first, count, tile, tiles int }

// classes returns the four classes in the order of the assembly. The first class has the frequencies
// that every tile has. The narrow tiles lack the second class, the short tiles lack the third, and both
// lack the fourth.
func (g grid) classes() [4]class {
	all, short, wide := g.tiles(), g.short*g.wide, (g.tall+g.short)*g.wide
	tall := all - g.short*(g.wide+g.narrow)
	return [4]class{{0, 16, 0, all}, {16, 8, 0, wide}, {24, 8, short, tall}, {32, 4, short, wide - short}}
}

// tileBlocks describes how the tiles of a class are multiplied with a panel.
type tileBlocks struct {
	vectors int  // vectors of the panel that are multiplied together
	count   int  // number of blocks of tiles
	ahead   int  // distance in floats from the weights in use to the prefetched weights
	zmm     bool // use registers of two vectors
}

// panelTiles is the greatest number of tiles in a block, by the number of vectors multiplied
// together. With registers of two vectors it is always zmmTiles.
var panelTiles = [panelVectors + 1]int{1: 6, 2: 6, 3: 4, 4: 3}

const zmmTiles = 6

// deepest is the largest number of input channels for which the first-level cache holds the weights
// of two frequencies to four vectors: the frequency in use and the next one.
const deepest = 64

// blocksOf returns the blocks of a class with the given number of tiles.
func (c *vectorConv) blocksOf(p *panel, tiles int) tileBlocks {
	if avx512 && p.vectors%2 == 0 {
		return c.zmmBlocks(p, tiles)
	}
	// Four tiles are one block if two vectors are multiplied together, but two blocks with four
	// vectors. The prefetch reads ahead by one frequency, or by half of one, which is early enough
	// and fits in the cache.
	b := tileBlocks{vectors: p.vectors, ahead: p.stride}
	if p.vectors == panelVectors && c.in > deepest {
		b.vectors = 2
	} else if p.vectors == panelVectors && tiles == 4 {
		b.vectors, b.ahead = 2, p.stride/2
	}
	most := panelTiles[b.vectors]
	b.count = (tiles + most - 1) / most
	return b
}

// zmmBlocks returns blocks that use zmm and add in the same order as blocks without zmm.
func (c *vectorConv) zmmBlocks(p *panel, tiles int) tileBlocks {
	b := tileBlocks{vectors: p.vectors, count: (tiles + zmmTiles - 1) / zmmTiles, ahead: p.stride, zmm: true}
	if p.vectors == panelVectors && c.in > deepest && !sameOrder(tiles/b.count) {
		b.vectors = 2
	}
	return b
}

// sameOrder reports whether blocks of at least the given number of rows add in the same order with
// four vectors as with two. Smaller blocks use partial sums, whose number depends on the number of
// vectors: see ways in asm.
func sameOrder(rows int) bool { return rows >= 4 }
