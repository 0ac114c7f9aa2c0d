package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// tileBlock is a block of rows x vectors sums.
type tileBlock struct {
	*panels
	rows, vectors int
	ways          int
	sums          [][]VecVirtual // [ways*rows][vectors]
	rowByRow      bool
}

func newTileBlock(p *panels, rows, vectors int) *tileBlock {
	b := &tileBlock{panels: p, rows: rows, vectors: vectors, ways: 1}
	// A sum waits four cycles for the one before it, and two are made in a cycle: small blocks
	// sum every other or every fourth product apart.
	for 2*b.ways*rows*vectors <= 12 && b.ways < 4 {
		b.ways *= 2
	}
	b.sums = make([][]VecVirtual, b.ways*rows)
	for i := range b.sums {
		for range vectors {
			b.sums[i] = append(b.sums[i], YMM())
		}
	}
	// A block that uses nearly all registers ends row by row: twelve sums stored at once cost a
	// pause.
	b.rowByRow = vectors > 2 && b.ways == 1
	return b
}

// eight writes the products of eight input channels. The first ones are not added to zeros, which
// would cost a pause too; the last ones are stored.
func (b *tileBlock) eight(first, last bool) {
	for k := range 8 {
		b.fetch(k)
		if !last || k < 6 {
			b.step(b.sums[k%b.ways*b.rows:][:b.rows], k, first && k < b.ways)
		}
	}
	if last {
		for r, row := range b.sums {
			for k := 6; k < 8; k++ {
				x := b.input(r, k)
				for i, sum := range row {
					VFMADD231PS(b.weight(i, k), x, sum)
				}
			}
			b.store(r, row)
		}
	}
	ADDQ(b.vVector, b.at)
	ADDQ(U32(8*b.line()), b.weights)
}

// fetch writes the fetching of what lies ahead of the weights of an input channel. With two vectors, whose
// weights may have to come from memory, the first two blocks of tiles share it: all of it at once would
// wait for memory and then leave it idle.
func (b *tileBlock) fetch(k int) {
	if b.vectors == 2 {
		from := b.ahead
		if k%2 > 0 {
			from = b.alsoAhead
		}
		PREFETCHT0(Mem{Base: b.weights, Index: from, Scale: 1, Disp: k / 2 * 128})
		return
	}
	for at := (k*b.line() + 63) / 64 * 64; at < (k+1)*b.line(); at += 64 {
		PREFETCHT0(Mem{Base: b.weights, Index: b.ahead, Scale: 1, Disp: at})
		if b.vectors == 4 {
			PREFETCHT0(Mem{Base: b.weights, Index: b.alsoAhead, Scale: 1, Disp: at})
		}
	}
}

// step writes the products of one input channel.
func (b *tileBlock) step(sums [][]VecVirtual, k int, first bool) {
	add := func(w, x, sum VecVirtual) {
		if first {
			VMULPS(w, x, sum)
		} else {
			VFMADD231PS(w, x, sum)
		}
	}
	if b.rows < b.vectors {
		x := make([]VecVirtual, b.rows)
		for r := range x {
			x[r] = b.input(r, k)
		}
		for i := range b.vectors {
			w := YMM()
			VMOVUPS(b.weight(i, k), w)
			for r := range x {
				add(w, x[r], sums[r][i])
			}
		}
		return
	}
	w := make([]VecVirtual, b.vectors)
	for i := range w {
		w[i] = YMM()
		VMOVUPS(b.weight(i, k), w[i])
	}
	for r := range b.rows {
		x := b.input(r, k)
		for i := range w {
			add(w[i], x, sums[r][i])
		}
	}
}

func (b *tileBlock) input(r, k int) VecVirtual {
	return broadcast(Mem{Base: b.at, Disp: r*tileBytes + 4*k})
}

func (b *tileBlock) weight(i, k int) Mem {
	if i >= 2 && b.vectors == 4 {
		return Mem{Base: b.weights, Index: b.half, Scale: 1, Disp: k*b.line() + vector*(i-2)}
	}
	return Mem{Base: b.weights, Disp: k*b.line() + vector*i}
}

// line is the number of bytes from the weights of an input channel to the next.
func (b *tileBlock) line() int {
	if b.vectors == 4 {
		return 2 * vector
	}
	return b.vectors * vector
}

func (b *tileBlock) clear() {
	for _, row := range b.sums {
		for _, sum := range row {
			VXORPS(sum, sum, sum)
		}
	}
}

// join adds up the sums made apart.
func (b *tileBlock) join() {
	for w := b.ways; w > 1; w /= 2 {
		for i := range w / 2 * b.rows {
			for j, sum := range b.sums[i] {
				VADDPS(b.sums[w/2*b.rows+i][j], sum, sum)
			}
		}
	}
}

// store writes the sums of a row.
func (b *tileBlock) store(r int, sums []VecVirtual) {
	for i, sum := range sums {
		to := Mem{Base: b.mBlock, Disp: r * tileBytes}
		switch i {
		case 1, 2:
			to.Index, to.Scale = b.mVector, uint8(i)
		case 3:
			to.Index, to.Scale = b.mVector3, 1
		}
		VMOVUPS(sum, to)
	}
}
