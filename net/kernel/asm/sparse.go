package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// addFeatures writes the addition of a square's features to the rows around it.
func addFeatures(masks Mem) {
	TEXT("addFeatures", 4, "func(dst, weights *float32, features *uint64, count, channel, dstRow, weightsRow, rows, floats int)")
	Pragma("noescape")
	Doc("addFeatures adds to rows of floats each, dstRow apart from dst on, the weights of count features times",
		"their values; a feature is the number of a channel in the low half and a float32 in the high. The weights of a row lie weightsRow apart,",
		"those of a channel the argument of that name. Count, rows and floats are positive.")
	dst := Load(Param("dst"), GP64()).(GPVirtual)
	weights := Load(Param("weights"), GP64()).(GPVirtual)
	channel := Load(Param("channel"), GP64()).(GPVirtual)
	to, by, left := GP64(), GP64(), GP64()

	Label("row")
	MOVQ(dst, to)
	MOVQ(weights, by)
	MOVQ(param("floats"), left)
	for _, vectors := range []int{12, 9, 8, 6, 4, 3, 2, 1} {
		name := fmt.Sprintf("part%d", vectors)
		Label(name)
		CMPQ(left, U8(8*vectors))
		JLT(LabelRef(name + "_done"))
		sumFeatures(name, vectors, to, by, channel, nil)
		ADDQ(U32(vector*vectors), to)
		ADDQ(U32(vector*vectors), by)
		SUBQ(U8(8*vectors), left)
		JMP(LabelRef(name))
		Label(name + "_done")
	}
	TESTQ(left, left)
	JEQ(LabelRef("rest_done"))
	sumFeatures("rest", 1, to, by, channel, loadMask(masks, left))
	Label("rest_done")
	ADDQ(param("dstRow"), dst)
	ADDQ(param("weightsRow"), weights)
	DECQ(param("rows"))
	JNE(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// sumFeatures adds the weights of all features to some vectors at to.
func sumFeatures(name string, vectors int, to, by, channel GPVirtual, mask Op) {
	sums := make([]VecVirtual, vectors)
	for i := range sums {
		sums[i] = YMM()
		load(Mem{Base: to, Disp: vector * i}, sums[i], mask)
	}
	feature, turn, from := GP64(), GP64(), GP64()
	MOVQ(param("features"), feature)
	MOVQ(param("count"), turn)
	Label(name + "_feature")
	MOVLQSX(Mem{Base: feature}, from)
	IMULQ(channel, from)
	ADDQ(by, from)
	value := broadcast(Mem{Base: feature, Disp: 4})
	for i, sum := range sums {
		at := Mem{Base: from, Disp: vector * i}
		if mask == nil {
			VFMADD231PS(at, value, sum)
			continue
		}
		w := YMM()
		load(at, w, mask)
		VFMADD231PS(w, value, sum)
	}
	ADDQ(U8(8), feature)
	DECQ(turn)
	JNE(LabelRef(name + "_feature"))
	for i, sum := range sums {
		store(sum, Mem{Base: to, Disp: vector * i}, mask)
	}
}
