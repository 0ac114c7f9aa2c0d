package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// gatherTiles writes the code that transforms back the products of a row of tiles with tall x wide
// outputs.
func gatherTiles(masks Mem, consts constants, tall, wide int) {
	TEXT(fmt.Sprintf("gather%dx%d", tall, wide), 4,
		"func(dst, m, residual, bias *float32, vector, row, step, channels, count int, floor float32)")
	Pragma("noescape")
	Doc(fmt.Sprintf(
		"gather%dx%d transforms the frequencies m of count tiles of %dx%d outputs into the outputs dst.", tall, wide, tall, wide),
		"It adds bias, and residual unless that is nil, and raises each output to floor. Rows of dst lie row bytes apart,",
		"and columns step bytes. Groups of eight channels of m lie vector bytes apart. m and bias have whole groups of",
		"channels, and dst may end within a group.")
	dst := Load(Param("dst"), GP64()).(GPVirtual)
	m := Load(Param("m"), GP64()).(GPVirtual)
	residual := Load(Param("residual"), GP64()).(GPVirtual)
	bias := Load(Param("bias"), GP64()).(GPVirtual)
	channels := Load(Param("channels"), GP64()).(GPVirtual)
	out := makeLines(tall, wide)
	SUBQ(dst, residual) // from here on, residual is the distance from dst to the residual
	eachVector(masks, channels, func(name string, mask Op) {
		from, turn := GP64(), GP64()
		MOVQ(m, from)
		MOVQ(param("count"), turn)
		out.begin(dst)
		CMPQ(param("residual"), U8(0))
		JEQ(LabelRef(name + "_alone"))
		for _, other := range []GPVirtual{residual, nil} {
			loop := name + "_tile"
			if other == nil {
				loop = name + "_alone"
			}
			Label(loop)
			g := gatherer{consts, out, from, bias, other, mask, wide}
			if tall == 4 {
				g.even()
				g.odd()
			} else {
				g.short()
			}
			out.next()
			ADDQ(U32(tileBytes), from)
			DECQ(turn)
			JNE(LabelRef(loop))
			if other != nil {
				JMP(LabelRef(name + "_end"))
			}
		}
		Label(name + "_end")
	}, func() {
		ADDQ(U8(vector), dst)
		ADDQ(param("vector"), m)
		ADDQ(U8(vector), bias)
	})
}

// A gatherer transforms a tile's frequencies along the columns, two rows of outputs at a time, and
// then along the rows.
type gatherer struct {
	consts   constants
	out      *lines
	m, bias  GPVirtual
	residual GPVirtual // nil: none
	mask     Op
	wide     int
}

func (g gatherer) columns() []int {
	if g.wide == 2 {
		return narrow
	}
	return []int{0, 1, 2, 3, 4, 5}
}

func (g gatherer) at(r, c int) Mem { return Mem{Base: g.m, Disp: vector * place(r, c)} }

// load loads a frequency. It adds the bias to one frequency that all outputs share.
func (g gatherer) load(r, c int) VecVirtual {
	x := YMM()
	VMOVUPS(g.at(r, c), x)
	if r == 1 && c == 1 {
		VADDPS(Mem{Base: g.bias}, x, x)
	}
	return x
}

// even writes output rows 0 and 2, odd rows 1 and 3.
func (g gatherer) even() {
	consts := g.consts.registers(g.mask, 4)
	var first, second []VecVirtual
	for _, c := range g.columns() {
		s, p, y := g.load(1, c), g.load(3, c), YMM()
		VADDPS(g.at(2, c), s, s)
		VADDPS(g.at(4, c), p, p)
		VADDPS(g.at(0, c), s, y)
		VADDPS(p, y, y)
		addTimes(s, consts[4], p)
		first, second = append(first, y), append(second, s)
	}
	g.row(0, first)
	g.row(2, second)
}

func (g gatherer) odd() {
	consts := g.consts.registers(g.mask, 2, 8)
	var first, second []VecVirtual
	for _, c := range g.columns() {
		d, q, y := g.load(1, c), g.load(3, c), YMM()
		VSUBPS(g.at(2, c), d, d)
		VSUBPS(g.at(4, c), q, q)
		VADDPS(g.at(5, c), d, y)
		addTimes(y, consts[8], q)
		addTimes(d, consts[2], q)
		first, second = append(first, d), append(second, y)
	}
	g.row(1, first)
	g.row(3, second)
}

// short writes both rows of a tile that is two outputs tall.
func (g gatherer) short() {
	var first, second []VecVirtual
	for _, c := range g.columns() {
		x, y := g.load(1, c), YMM()
		VADDPS(g.at(2, c), x, y)
		VSUBPS(g.at(2, c), x, x)
		VADDPS(g.at(0, c), y, y)
		VADDPS(g.at(5, c), x, x)
		first, second = append(first, y), append(second, x)
	}
	g.row(0, first)
	g.row(1, second)
}

// row writes a row of outputs from its frequencies x. It overwrites x.
func (g gatherer) row(r int, x []VecVirtual) {
	line := g.out.line[r]
	other := GP64()
	if g.residual != nil {
		LEAQ(Mem{Base: line, Index: g.residual, Scale: 1}, other)
	}
	floor := broadcast(param("floor"))
	put := func(c int, y VecVirtual) {
		if g.residual != nil {
			VADDPS(masked(g.out.at(other, c), g.mask), y, y)
		}
		VMAXPS(y, floor, y) // NaN stays NaN
		store(y, g.out.at(line, c), g.mask)
	}
	if g.wide == 2 {
		VADDPS(x[1], x[0], x[0])
		VADDPS(x[2], x[0], x[0])
		put(0, x[0])
		VSUBPS(x[2], x[1], x[1])
		VADDPS(x[3], x[1], x[1])
		put(1, x[1])
		return
	}
	consts := g.consts.registers(g.mask, 4)
	s, p := YMM(), x[2]
	VADDPS(x[2], x[1], s)
	VSUBPS(x[2], x[1], x[1]) // d
	VADDPS(x[4], x[3], p)
	VSUBPS(x[4], x[3], x[3]) // q
	VADDPS(s, x[0], x[0])
	VADDPS(p, x[0], x[0])
	put(0, x[0])
	VADDPS(x[1], x[5], x[5])
	addTimes(x[1], consts[2], x[3])
	put(1, x[1])
	addTimes(s, consts[4], p)
	put(2, s)
	addTimes(x[5], consts[8], x[3])
	put(3, x[5])
}
