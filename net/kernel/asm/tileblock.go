package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// tileBlock is a block of rows x vectors sums.
type tileBlock struct {
	*panels
	width
	rows, vectors int
	ways          int
	sums          [][]VecVirtual // [ways*rows][registers]
	rowByRow      bool
}

func newTileBlock(p *panels, w width, rows, vectors int) *tileBlock {
	b := &tileBlock{panels: p, width: w, rows: rows, vectors: vectors, ways: ways(rows, vectors)}
	b.sums = make([][]VecVirtual, b.ways*rows)
	for i := range b.sums {
		b.sums[i] = w.row(vectors)
	}
	// A block with nearly all registers stores row by row, because twelve stores at once cause a
	// pause.
	b.rowByRow = vectors > 2 && b.ways == 1
	return b
}

// eight writes the products of eight input channels. The first products are not added to zeros,
// because that would cause a pause too. The last products are stored.
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

// fetch writes the prefetch of the weights ahead of an input channel. With two vectors, the weights
// may come from memory. So the first two blocks of tiles share the prefetch. In a single block, the
// prefetch would first wait for memory and then leave memory idle.
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
	if *arm64 != "" || b.rows < len(sums[0]) { // needs fewer registers
		x := make([]VecVirtual, b.rows)
		for r := range x {
			x[r] = b.input(r, k)
		}
		for i := range sums[0] {
			w := b.register()
			VMOVUPS(b.weight(i, k), w)
			for r := range x {
				add(w, x[r], sums[r][i])
			}
		}
		return
	}
	w := b.row(b.vectors)
	for i := range w {
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
	return b.broadcast(Mem{Base: b.at, Disp: r*tileBytes + 4*k})
}

// weight returns the address of the weights of a register.
func (b *tileBlock) weight(i, k int) Mem {
	at := i * int(b.width)
	if at >= b.line() {
		return Mem{Base: b.weights, Index: b.half, Scale: 1, Disp: k*b.line() + at - b.line()}
	}
	return Mem{Base: b.weights, Disp: k*b.line() + at}
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

// join adds up the partial sums.
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
		if b.width == zmm {
			VMOVUPS(sum.AsY(), b.output(r, 2*i))
			VEXTRACTF64X4(U8(1), sum, b.output(r, 2*i+1))
		} else {
			VMOVUPS(sum, b.output(r, i))
		}
	}
}

// output returns the address of a vector of the sums of a row.
func (b *tileBlock) output(r, i int) Mem { return sumsAt(b.mBlock, b.mVector, b.mVector3, r, i) }

// sumsAt returns the address of vector i of the sums of row r of a block. Vectors lie one apart, and
// three is three times that.
func sumsAt(block, one, three Register, r, i int) Mem {
	to := Mem{Base: block, Disp: r * tileBytes}
	switch i {
	case 1, 2:
		to.Index, to.Scale = one, uint8(i)
	case 3:
		to.Index, to.Scale = three, 1
	}
	return to
}
