package kernel

// tileBlocks says how the tiles of a class are multiplied with a panel.
type tileBlocks struct {
	vectors int  // of the panel that are multiplied together
	count   int  // blocks of tiles
	ahead   int  // floats from the weights in use to those that are fetched
	zmm     bool // in registers of two vectors
}

// panelTiles is the number of tiles in a block at most, by the number of vectors multiplied
// together. Registers of two vectors take zmmTiles, however many vectors.
var panelTiles = [panelVectors + 1]int{1: 6, 2: 6, 3: 4, 4: 3}

const zmmTiles = 6

// deepest is the largest number of input channels for which two frequencies fit into the first
// cache: the weights to four vectors of the frequency in use, and those of the next one.
const deepest = 64

// blocksOf returns the blocks of a class with so many tiles.
func (c *avx2Conv) blocksOf(p *panel, tiles int) tileBlocks {
	if avx512 && p.vectors%2 == 0 {
		return c.zmmBlocks(p, tiles)
	}
	// Four tiles are one block with two vectors, and two blocks with four. What is fetched
	// ahead is the next frequency, or half of it, which is soon enough and fits.
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

// zmmBlocks returns blocks whose sums have the order of those without zmm.
func (c *avx2Conv) zmmBlocks(p *panel, tiles int) tileBlocks {
	b := tileBlocks{vectors: p.vectors, count: (tiles + zmmTiles - 1) / zmmTiles, ahead: p.stride, zmm: true}
	if p.vectors == panelVectors && c.in > deepest && !sameOrder(tiles/b.count) {
		b.vectors = 2
	}
	return b
}

// sameOrder reports whether blocks of at least so many rows make their sums in the same order with
// four vectors as with two. Smaller blocks make partial sums, and their number depends on the
// number of vectors: see ways in asm.
func sameOrder(rows int) bool { return rows >= 4 }
