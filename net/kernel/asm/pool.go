package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// squares writes a loop over tall x wide squares that begin at x, row and step apart.
func squares(name string, x GPVirtual, body func(at GPVirtual)) {
	line, at, turn, left := GP64(), GP64(), GP64(), GP64()
	MOVQ(x, line)
	MOVQ(param("tall"), left)
	Label(name + "_row")
	MOVQ(line, at)
	MOVQ(param("wide"), turn)
	Label(name + "_square")
	body(at)
	ADDQ(param("step"), at)
	DECQ(turn)
	JNE(LabelRef(name + "_square"))
	ADDQ(param("row"), line)
	DECQ(left)
	JNE(LabelRef(name + "_row"))
}

// pool writes the sum and the maximum of every channel.
func pool(masks Mem) {
	TEXT("pool", 4, "func(sum, peak, x *float32, row, step, channels, tall, wide int, floor float32)")
	Pragma("noescape")
	Doc("pool sets sum and peak to the sum and the maximum of every channel over the squares x,",
		"tall rows of wide, row and step apart, each raised to floor.")
	sum := Load(Param("sum"), GP64()).(GPVirtual)
	peak := Load(Param("peak"), GP64()).(GPVirtual)
	x := Load(Param("x"), GP64()).(GPVirtual)
	channels := Load(Param("channels"), GP64()).(GPVirtual)
	floor := broadcast(param("floor"))
	eachVector(masks, channels, func(name string, mask Op) {
		total, most := YMM(), YMM()
		VXORPS(total, total, total)
		VMOVAPS(floor, most)
		squares(name, x, func(at GPVirtual) {
			v := YMM()
			load(Mem{Base: at}, v, mask)
			VMAXPS(v, floor, v) // what is not a number stays so
			VADDPS(v, total, total)
			VMAXPS(most, v, most) // and is no maximum
		})
		store(total, Mem{Base: sum}, mask)
		store(most, Mem{Base: peak}, mask)
	}, func() {
		ADDQ(U8(vector), sum)
		ADDQ(U8(vector), peak)
		ADDQ(U8(vector), x)
	})
}

// shift writes a bias and ReLU.
func shift(masks Mem) {
	TEXT("shift", 4, "func(x, bias *float32, row, step, channels, tall, wide int)")
	Pragma("noescape")
	Doc("shift adds bias to every channel of the squares x, tall rows of wide, row and step apart, and applies ReLU.")
	x := Load(Param("x"), GP64()).(GPVirtual)
	bias := Load(Param("bias"), GP64()).(GPVirtual)
	channels := Load(Param("channels"), GP64()).(GPVirtual)
	floor := YMM()
	VXORPS(floor, floor, floor)
	eachVector(masks, channels, func(name string, mask Op) {
		by := YMM()
		load(Mem{Base: bias}, by, mask)
		squares(name, x, func(at GPVirtual) {
			v := YMM()
			load(Mem{Base: at}, v, mask)
			VADDPS(by, v, v)
			VMAXPS(v, floor, v) // what is not a number stays so
			store(v, Mem{Base: at}, mask)
		})
	}, func() {
		ADDQ(U8(vector), bias)
		ADDQ(U8(vector), x)
	})
}
