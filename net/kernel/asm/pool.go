package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A walk is the code that visits squares: one square, and what precedes and follows a row of them.
type walk struct {
	begin  func() // nil for none
	square func(at GPVirtual)
	end    func() // nil for none
}

// squares writes a loop over tall x wide squares that begin at x, row and step apart.
func squares(name string, x GPVirtual, w walk) {
	line, at, turn, left := GP64(), GP64(), GP64(), GP64()
	MOVQ(x, line)
	MOVQ(param("tall"), left)
	Label(name + "_row")
	MOVQ(line, at)
	MOVQ(param("wide"), turn)
	if w.begin != nil {
		w.begin()
	}
	Label(name + "_square")
	w.square(at)
	ADDQ(param("step"), at)
	DECQ(turn)
	JNE(LabelRef(name + "_square"))
	if w.end != nil {
		w.end()
	}
	ADDQ(param("row"), line)
	DECQ(left)
	JNE(LabelRef(name + "_row"))
}

// eachPanel writes a loop over all channels, 4, 2 or 1 vectors at a time. With one vector alone,
// each addition would wait for the one before it. next advances the pointers by the given number of
// bytes.
func eachPanel(masks Mem, channels GPVirtual,
	body func(name string, vectors int, mask Op), next func(bytes Constant)) {
	for _, vectors := range []int{4, 2, 1} {
		name := fmt.Sprintf("panel%d", vectors)
		Label(name)
		CMPQ(channels, U8(8*vectors))
		JLT(LabelRef(name + "_done"))
		body(name, vectors, nil)
		next(U8(vectors * vector))
		SUBQ(U8(8*vectors), channels)
		JMP(LabelRef(name))
		Label(name + "_done")
	}
	TESTQ(channels, channels)
	JEQ(LabelRef("done"))
	body("rest", 1, loadMask(masks, channels))
	Label("done")
	VZEROUPPER()
	RET()
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
	eachPanel(masks, channels, func(name string, vectors int, mask Op) {
		total, most := make([]VecVirtual, vectors), make([]VecVirtual, vectors)
		for i := range total {
			total[i], most[i] = YMM(), YMM()
			VXORPS(total[i], total[i], total[i])
			VMOVAPS(floor, most[i])
		}
		squares(name, x, walk{square: func(at GPVirtual) {
			for i := range total {
				v := YMM()
				load(Mem{Base: at, Disp: vector * i}, v, mask)
				VMAXPS(v, floor, v) // NaN stays NaN
				VADDPS(v, total[i], total[i])
				VMAXPS(most[i], v, most[i]) // NaN is never the maximum
			}
		}})
		for i := range total {
			store(total[i], Mem{Base: sum, Disp: vector * i}, mask)
			store(most[i], Mem{Base: peak, Disp: vector * i}, mask)
		}
	}, func(bytes Constant) {
		ADDQ(bytes, sum)
		ADDQ(bytes, peak)
		ADDQ(bytes, x)
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
	eachPanel(masks, channels, func(name string, vectors int, mask Op) {
		by := make([]VecVirtual, vectors)
		for i := range by {
			by[i] = YMM()
			load(Mem{Base: bias, Disp: vector * i}, by[i], mask)
		}
		squares(name, x, walk{square: func(at GPVirtual) {
			for i := range by {
				v := YMM()
				load(Mem{Base: at, Disp: vector * i}, v, mask)
				VADDPS(by[i], v, v)
				VMAXPS(v, floor, v) // NaN stays NaN
				store(v, Mem{Base: at, Disp: vector * i}, mask)
			}
		}})
	}, func(bytes Constant) {
		ADDQ(bytes, bias)
		ADDQ(bytes, x)
	})
}
