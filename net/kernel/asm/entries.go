package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// entries writes the code for pairs of entries of a product. Each entry is the product of two rows.
func entries(masks Mem) {
	TEXT("entries", 4, "func(dst *float32, pairs *int32, x, w *float32, count, depth int)")
	Pragma("noescape")
	Doc("entries adds to count floats at dst two products of a row of x with one of w each; pairs holds the",
		"numbers of the rows, each depth floats long.")
	dst := Load(Param("dst"), GP64()).(GPVirtual)
	pairs := Load(Param("pairs"), GP64()).(GPVirtual)
	x := Load(Param("x"), GP64()).(GPVirtual)
	w := Load(Param("w"), GP64()).(GPVirtual)
	depth := Load(Param("depth"), GP64()).(GPVirtual)
	row, whole := GP64(), GP64()
	MOVQ(depth, row)
	SHLQ(U8(2), row)
	MOVQ(depth, whole)
	ANDQ(U8(7), depth) // floats after the whole vectors
	ANDQ(I8(-8), whole)
	SHLQ(U8(2), whole)
	mask := loadMask(masks, depth)

	Label("entry")
	var from, by [2]GPVirtual
	for i := range from {
		from[i], by[i] = rowOf(x, pairs, 8*i, row), rowOf(w, pairs, 8*i+4, row)
	}
	a, b := YMM(), YMM()
	VXORPS(a, a, a)
	VXORPS(b, b, b)
	sums := [2]VecVirtual{a, b}
	at := GP64()
	XORQ(at, at)
	CMPQ(at, whole)
	JEQ(LabelRef("rest"))
	Label("vector")
	for i, sum := range sums {
		v := YMM()
		VMOVUPS(Mem{Base: from[i], Index: at, Scale: 1}, v)
		VFMADD231PS(Mem{Base: by[i], Index: at, Scale: 1}, v, sum)
	}
	ADDQ(U8(vector), at)
	CMPQ(at, whole)
	JNE(LabelRef("vector"))
	Label("rest")
	TESTQ(depth, depth)
	JEQ(LabelRef("sum"))
	for i, sum := range sums {
		v, u := YMM(), YMM()
		VMASKMOVPS(Mem{Base: from[i], Index: at, Scale: 1}, mask, v)
		VMASKMOVPS(Mem{Base: by[i], Index: at, Scale: 1}, mask, u)
		VFMADD231PS(u, v, sum)
	}
	Label("sum")
	VADDPS(b, a, a)
	half := YMM()
	VEXTRACTF128(U8(1), a, half.AsX())
	VADDPS(half.AsX(), a.AsX(), a.AsX())
	VMOVHLPS(a.AsX(), a.AsX(), half.AsX())
	VADDPS(half.AsX(), a.AsX(), a.AsX())
	VMOVSHDUP(a.AsX(), half.AsX())
	VADDSS(half.AsX(), a.AsX(), a.AsX())
	VADDSS(Mem{Base: dst}, a.AsX(), a.AsX())
	VMOVSS(a.AsX(), Mem{Base: dst})
	ADDQ(U8(4), dst)
	ADDQ(U8(16), pairs)
	DECQ(param("count"))
	JNE(LabelRef("entry"))
	VZEROUPPER()
	RET()
}

// rowOf returns the address of a row of matrix. pairs holds the number of the row.
func rowOf(matrix, pairs GPVirtual, at int, row GPVirtual) GPVirtual {
	y := GP64()
	MOVLQSX(Mem{Base: pairs, Disp: at}, y)
	IMULQ(row, y)
	ADDQ(matrix, y)
	return y
}
