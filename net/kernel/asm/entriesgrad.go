package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// pairBytes is the size of a Pair of package kernel: row and column of the first entry, then of the
// second.
const pairBytes = 16

// pairAt returns base plus the row number in a field of the pair, times the bytes of a row.
func pairAt(base Op, pair GPVirtual, field int) GPVirtual {
	at := GP64()
	MOVLQSX(Mem{Base: pair, Disp: 4 * field}, at)
	IMULQ(param("step"), at)
	ADDQ(base, at)
	return at
}

// along writes body for every eight channels, and once more with a mask for the remaining channels.
// at is the offset of the channels in bytes.
func along(name string, mask VecVirtual, body func(at GPVirtual, mask Op)) {
	at, left := GP64(), GP64()
	XORQ(at, at)
	MOVQ(param("channels"), left)
	Label(name)
	SUBQ(U8(8), left)
	JLT(LabelRef(name + "_rest"))
	body(at, nil)
	ADDQ(U8(vector), at)
	JMP(LabelRef(name))
	Label(name + "_rest")
	ADDQ(U8(8), left)
	JEQ(LabelRef(name + "_done"))
	body(at, mask)
	Label(name + "_done")
}

func restMask(masks Mem) VecVirtual {
	rest := GP64()
	MOVQ(param("channels"), rest)
	ANDQ(U8(7), rest)
	return loadMask(masks, rest)
}

// entriesGrad writes the gradients of the entries.
func entriesGrad(masks Mem) {
	TEXT("entriesGrad", 4, "func(dx, dw, x, w, grad *float32, pairs *int32, count, step, channels int)")
	Pragma("noescape")
	Doc("entriesGrad is the loop of [AddEntriesGrad]: rows of x and w are step apart.")
	grad := Load(Param("grad"), GP64()).(GPVirtual)
	pair := Load(Param("pairs"), GP64()).(GPVirtual)
	count := Load(Param("count"), GP64()).(GPVirtual)
	mask := restMask(masks)
	Label("pair")
	g := broadcast(Mem{Base: grad})
	for i, name := range []string{"one", "two"} {
		x, w := pairAt(param("x"), pair, 2*i), pairAt(param("w"), pair, 2*i+1)
		dx, dw := pairAt(param("dx"), pair, 2*i), pairAt(param("dw"), pair, 2*i+1)
		along(name, mask, func(at GPVirtual, mask Op) {
			addScaled := func(to, from GPVirtual) {
				sum, v := YMM(), YMM()
				load(Mem{Base: to, Index: at, Scale: 1}, sum, mask)
				load(Mem{Base: from, Index: at, Scale: 1}, v, mask)
				VFMADD231PS(g, v, sum)
				store(sum, Mem{Base: to, Index: at, Scale: 1}, mask)
			}
			addScaled(dx, w)
			addScaled(dw, x)
		})
	}
	ADDQ(U8(4), grad)
	ADDQ(U8(pairBytes), pair)
	DECQ(count)
	JNE(LabelRef("pair"))
	VZEROUPPER()
	RET()
}
