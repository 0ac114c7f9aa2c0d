package solve

import "sync/atomic"

// A cell is the knowledge about a placement while its layer is being solved. The low seven bits
// count the moves that are not known to lose. The high bit means that the placement is won. At most
// 80 moves are counted, on 5x4: 5 stones in 8 directions by at most 2 squares, because a phalanx
// moves at most half the length of a line.
type cell uint8

const cellWon cell = 1 << 7

// lost reports whether every move is known to lose, or there is no move.
func (c cell) lost() bool { return c == 0 }

// decided reports whether the value is known.
func (c cell) decided() bool { return c.lost() || c&cellWon != 0 }

// code returns the final value: a cell that is not decided is a draw.
func (c cell) code() byte {
	switch {
	case c.lost():
		return codeLoss
	case c&cellWon != 0:
		return codeWin
	}
	return codeDraw
}

// cells are the cells of a layer, four to a word, because Go has no atomic operations on bytes.
type cells []uint32

func newCells(n int) cells { return make(cells, (n+3)/4) }

// init sets cell i, which must be zero. Only one goroutine may write to the words of its chunk.
func (c cells) init(i int, to cell) { c[i/4] |= uint32(to) << (i % 4 * 8) }

// load returns cell i.
func (c cells) load(i int) cell { return cell(atomic.LoadUint32(&c[i/4]) >> (i % 4 * 8)) }

// win marks cell i as won and reports whether it was not won before.
func (c cells) win(i int) bool {
	if c.load(i)&cellWon != 0 {
		return false // a read is cheaper than an atomic change
	}
	won := uint32(cellWon) << (i % 4 * 8)
	return atomic.OrUint32(&c[i/4], won)&won == 0
}

// countDown records that a move of cell i loses and reports whether it was the last open move. It
// leaves a won cell unchanged. If the cell is won at the same moment, the lower count has no
// effect.
func (c cells) countDown(i int) bool {
	if c.load(i)&cellWon != 0 {
		return false // also for cells that are won on the far rows, which count no moves
	}
	shift := i % 4 * 8
	return cell(atomic.AddUint32(&c[i/4], -(1<<shift)) >> shift).lost()
}

// bitmap is a set of placements of a layer.
type bitmap []uint64

func newBitmap(n int) bitmap { return make(bitmap, (n+63)/64) }

// set adds i. Several goroutines may call it at once.
func (b bitmap) set(i int) { atomic.OrUint64(&b[i/64], 1<<(i%64)) }
