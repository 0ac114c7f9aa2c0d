package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const side = 6 // number of inputs and of frequencies along a side of a tile

// six addresses six places that lie step apart, from base on. base3 is the address of the fourth
// place.
type six struct{ base, base3, step GPVirtual }

// begin sets base3, after base was set.
func (a six) begin() {
	LEAQ(Mem{Base: a.step, Index: a.step, Scale: 2}, a.base3)
	ADDQ(a.base, a.base3)
}

func (a six) at(i int) Mem {
	at := Mem{Base: a.base}
	if i >= 3 {
		at.Base = a.base3
	}
	if i%3 > 0 {
		at.Index, at.Scale = a.step, uint8(i%3)
	}
	return at
}

func (a six) move(by Op) {
	ADDQ(by, a.base)
	ADDQ(by, a.base3)
}

// eachVector writes body for every eight channels, and once more with a mask for the remaining
// channels. next advances by eight channels.
func eachVector(masks Mem, channels GPVirtual, body func(name string, mask Op), next func()) {
	Label("vector")
	CMPQ(channels, U8(8))
	JLT(LabelRef("rest"))
	body("vector", nil)
	next()
	SUBQ(U8(8), channels)
	JMP(LabelRef("vector"))
	Label("rest")
	TESTQ(channels, channels)
	JEQ(LabelRef("done"))
	body("rest", loadMask(masks, channels))
	Label("done")
	VZEROUPPER()
	RET()
}

// spread writes the transform of a tile's n x n inputs or outputs, eight channels at a time, first
// along the rows and then along the columns. Every tile has at least least rows and columns.
func spread(masks Mem, n, least int, transform func(x [side]VecVirtual) [side]VecVirtual) {
	v := Load(Param("v"), GP64()).(GPVirtual)
	x := Load(Param("x"), GP64()).(GPVirtual)
	half := Load(Param("half"), GP64()).(GPVirtual)
	step := Load(Param("step"), GP64()).(GPVirtual)
	wide := Load(Param("wide"), GP64()).(GPVirtual)
	channels := Load(Param("channels"), GP64()).(GPVirtual)
	apart := Load(Param("stride"), GP64()).(GPVirtual)
	IMUL3Q(U8(side), apart, apart) // from a row of frequencies to the next

	eachVector(masks, channels, func(name string, mask Op) {
		to, turn := GP64(), GP64()
		from := six{GP64(), GP64(), step}
		MOVQ(x, from.base)
		from.begin()
		MOVQ(half, to)
		MOVQ(param("tall"), turn)
		Label(name + "_row")
		in := vectors()
		for i := range least {
			load(from.at(i), in[i], mask)
		}
		for i := least; i < n; i++ {
			VXORPS(in[i], in[i], in[i])
		}
		for i := least; i < n; i++ {
			CMPQ(wide, U8(i))
			JLE(LabelRef(name + "_columns"))
			load(from.at(i), in[i], mask)
		}
		Label(name + "_columns")
		for i, y := range transform(in) {
			VMOVUPS(y, Mem{Base: to, Disp: vector * i})
		}
		from.move(param("row"))
		ADDQ(U32(side*vector), to)
		DECQ(turn)
		JNE(LabelRef(name + "_row"))

		MOVQ(U32(n), turn)
		SUBQ(param("tall"), turn)
		JEQ(LabelRef(name + "_second"))
		zero := YMM()
		VXORPS(zero, zero, zero)
		Label(name + "_zero")
		for i := range side {
			VMOVUPS(zero, Mem{Base: to, Disp: vector * i})
		}
		ADDQ(U32(side*vector), to)
		DECQ(turn)
		JNE(LabelRef(name + "_zero"))

		Label(name + "_second")
		out := six{from.base, from.base3, apart}
		MOVQ(v, out.base)
		out.begin()
		MOVQ(half, to)
		MOVQ(U32(side), turn)
		Label(name + "_column")
		in = vectors()
		for i := range n {
			VMOVUPS(Mem{Base: to, Disp: side * vector * i}, in[i])
		}
		for i, y := range transform(in) {
			VMOVUPS(y, out.at(i))
		}
		out.move(param("stride"))
		ADDQ(U8(vector), to)
		DECQ(turn)
		JNE(LabelRef(name + "_column"))
	}, func() {
		ADDQ(U8(vector), v)
		ADDQ(U8(vector), x)
	})
}

// spreadTile writes the transform of a tile's inputs.
func spreadTile(masks, constTwo, constFour Mem) {
	TEXT("spread", 4, "func(v, x, half *float32, stride, row, step, channels, tall, wide int)")
	Pragma("noescape")
	Doc("spread transforms the inputs x of a tile into its 36 frequencies v. The tile has tall rows and wide columns,",
		"at least 3 of each. Rows lie row bytes apart, columns step bytes, and frequencies stride bytes.",
		"half is scratch memory for 36 vectors of 8 floats.")
	two, four := broadcast(constTwo), broadcast(constFour)
	spread(masks, side, 3, func(x [side]VecVirtual) [side]VecVirtual { return spreadInputs(x, two, four) })
}

// spreadGradTile writes the transform of the gradient of a tile's outputs.
func spreadGradTile(masks, constTwo, constFour, constEight Mem) {
	TEXT("spreadGrad", 4, "func(v, x, half *float32, stride, row, step, channels, tall, wide int)")
	Pragma("noescape")
	Doc("spreadGrad transforms the gradient x of a tile's outputs into 36 frequencies v. The tile has tall rows and",
		"wide columns, 1 to 4 of each. Rows lie row bytes apart, columns step bytes, and frequencies stride bytes.",
		"half is scratch memory for 24 vectors of 8 floats.")
	two, four, eight := broadcast(constTwo), broadcast(constFour), broadcast(constEight)
	spread(masks, 4, 1, func(x [side]VecVirtual) [side]VecVirtual { return spreadGrads(x, two, four, eight) })
}

func vectors() [side]VecVirtual {
	var x [side]VecVirtual
	for i := range x {
		x[i] = YMM()
	}
	return x
}

func plus(x, y Op) VecVirtual {
	z := YMM()
	VADDPS(y, x, z)
	return z
}

func minus(x, y Op) VecVirtual {
	z := YMM()
	VSUBPS(y, x, z)
	return z
}

// plusTimes returns x + c y, minusTimes x - c y.
func plusTimes(x, c, y Op) VecVirtual {
	z := YMM()
	VMOVAPS(x, z)
	VFMADD231PS(y, c, z)
	return z
}

func minusTimes(x, c, y Op) VecVirtual {
	z := YMM()
	VMOVAPS(x, z)
	VFNMADD231PS(y, c, z)
	return z
}

// spreadInputs computes B^T x.
func spreadInputs(x [side]VecVirtual, two, four Op) [side]VecVirtual {
	a, b := minusTimes(x[4], four, x[2]), minusTimes(x[3], four, x[1])
	c, d := minus(x[4], x[2]), minus(x[3], x[1])
	return [side]VecVirtual{
		plusTimes(c, four, minus(x[0], x[2])),
		plus(a, b), minus(a, b),
		plusTimes(c, two, d), minusTimes(c, two, d),
		minusTimes(minus(x[5], x[3]), four, d),
	}
}

// spreadGrads computes A y of the first four vectors.
func spreadGrads(y [side]VecVirtual, two, four, eight Op) [side]VecVirtual {
	even, odd := plus(y[0], y[2]), plus(y[1], y[3])
	even2 := plusTimes(y[0], four, y[2])
	odd2 := YMM()
	VMULPS(two, y[1], odd2)
	VFMADD231PS(y[3], eight, odd2)
	return [side]VecVirtual{y[0], plus(even, odd), minus(even, odd), plus(even2, odd2), minus(even2, odd2),
		y[3]}
}
