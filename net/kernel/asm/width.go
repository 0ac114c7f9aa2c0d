package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// width is the number of bytes in a register. The matrix products have loops of two widths: the
// registers of AVX2 hold one vector of eight floats, those of AVX-512 hold two.
type width int

const (
	ymm width = vector
	zmm width = 2 * vector
)

func (w width) String() string {
	if w == zmm {
		return "zmm"
	}
	return "ymm"
}

// flag returns the value of the argument zmm that selects the width.
func (w width) flag() int { return int(w) / int(zmm) }

func (w width) register() VecVirtual {
	if w == zmm {
		return ZMM()
	}
	return YMM()
}

// row returns the registers that hold some vectors of eight floats.
func (w width) row(vectors int) []VecVirtual {
	list := make([]VecVirtual, vectors*vector/int(w))
	for i := range list {
		list[i] = w.register()
	}
	return list
}

func (w width) broadcast(x Op) VecVirtual {
	y := w.register()
	VBROADCASTSS(x, y)
	return y
}

// ways returns the number of partial sums of each output of a block. An addition waits four cycles
// for the one before it, and the processor begins two in a cycle. So small blocks keep a separate
// sum for every second or every fourth product. The result does not depend on the width, so both
// widths give the same bits.
func ways(rows, vectors int) int {
	n := 1
	for 2*n*rows*vectors <= 12 && n < 4 {
		n *= 2
	}
	return n
}
