package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// spreadTiles writes the transform of the inputs of a row of tiles with tall x wide outputs.
func spreadTiles(masks Mem, consts constants, tall, wide int) {
	TEXT(fmt.Sprintf("spread%dx%d", tall, wide), 4,
		"func(v, x *float32, vector, row, step, channels, count int)")
	Pragma("noescape")
	Doc(fmt.Sprintf(
		"spread%dx%d transforms the inputs x of count tiles of %dx%d outputs into frequencies v.",
		tall, wide, tall, wide),
		"Rows of x lie row bytes apart, and columns step bytes. Groups of eight channels of v lie vector bytes apart.")
	v := Load(Param("v"), GP64()).(GPVirtual)
	x := Load(Param("x"), GP64()).(GPVirtual)
	channels := Load(Param("channels"), GP64()).(GPVirtual)
	in := makeLines(tall+2, wide+2)
	eachVector(masks, channels, func(name string, mask Op) {
		to, turn := GP64(), GP64()
		MOVQ(v, to)
		MOVQ(param("count"), turn)
		in.begin(x)
		s := spreader{consts.registers(mask, 2, 4), in, mask, wide}
		Label(name + "_tile")
		if tall == 4 {
			s.single(to, 0, 0, 2, 4)
			s.pairLow(to)
			s.pairHigh(to)
			s.single(to, 5, 1, 3, 5)
		} else {
			s.short(to)
		}
		in.next()
		ADDQ(U32(tileBytes), to)
		DECQ(turn)
		JNE(LabelRef(name + "_tile"))
	}, func() {
		ADDQ(param("vector"), v)
		ADDQ(U8(vector), x)
	})
}

// A spreader transforms a tile along the columns, one or two rows of frequencies at a time, and
// then along the rows. A processor has two units that add, and two that multiply and add. The work
// is nearly even between them.
type spreader struct {
	consts constants
	in     *lines
	mask   Op
	wide   int
}

func (s spreader) columns() []int {
	columns := []int{0, 1, 2, 3, 4, 5}
	return columns[:s.wide+2]
}

func (s spreader) load(row, column int) VecVirtual {
	x := YMM()
	load(s.in.at(s.in.line[row], column), x, s.mask)
	return x
}

func (s spreader) operand(row, column int) Op {
	return masked(s.in.at(s.in.line[row], column), s.mask)
}

// single writes frequency row r, 4 a - 5 b + c of the rows of inputs.
func (s spreader) single(to GPVirtual, r, a, b, c int) {
	consts := s.consts.registers(s.mask, 5)
	var y []VecVirtual
	for _, j := range s.columns() {
		x := s.load(c, j)
		addTimes(x, consts[4], s.operand(a, j))
		subtractTimes(x, consts[5], s.operand(b, j))
		y = append(y, x)
	}
	s.row(to, r, y)
}

// pairLow writes frequency rows 1 and 2.
func (s spreader) pairLow(to GPVirtual) {
	var plus, minus []VecVirtual
	for _, j := range s.columns() {
		a, b, sum := s.load(4, j), s.load(3, j), YMM()
		subtractTimes(a, s.consts[4], s.operand(2, j))
		subtractTimes(b, s.consts[4], s.operand(1, j))
		VADDPS(b, a, sum)
		VSUBPS(b, a, a)
		plus, minus = append(plus, sum), append(minus, a)
	}
	s.row(to, 1, plus)
	s.row(to, 2, minus)
}

// pairHigh writes frequency rows 3 and 4.
func (s spreader) pairHigh(to GPVirtual) {
	var plus, minus []VecVirtual
	for _, j := range s.columns() {
		c, d, sum := s.load(4, j), s.load(3, j), YMM()
		VSUBPS(s.operand(2, j), c, c)
		VSUBPS(s.operand(1, j), d, d)
		VMOVAPS(c, sum)
		addTimes(sum, s.consts[2], d)
		subtractTimes(c, s.consts[2], d)
		plus, minus = append(plus, sum), append(minus, c)
	}
	s.row(to, 3, plus)
	s.row(to, 4, minus)
}

// short writes all frequencies of a tile two outputs tall.
func (s spreader) short(to GPVirtual) {
	var first, last, plus, minus []VecVirtual
	for _, j := range s.columns() {
		x := s.load(0, j)
		VSUBPS(s.operand(2, j), x, x)
		VMULPS(s.consts[4], x, x)
		first = append(first, x)
	}
	s.row(to, 0, first)
	for _, j := range s.columns() {
		a, b, sum := s.load(1, j), s.load(2, j), YMM()
		VADDPS(b, a, sum)
		VSUBPS(b, a, a)
		VMULPS(s.consts[-3], sum, sum)
		VMULPS(s.consts[3], a, a)
		plus, minus = append(plus, sum), append(minus, a)
	}
	s.row(to, 1, plus)
	s.row(to, 2, minus)
	for _, j := range s.columns() {
		x := s.load(3, j)
		VSUBPS(s.operand(1, j), x, x)
		last = append(last, x)
	}
	s.row(to, 5, last)
}

// row writes the transform of a row of frequencies x. It overwrites x.
func (s spreader) row(to GPVirtual, r int, x []VecVirtual) {
	put := func(c int, y Op) { VMOVUPS(y, Mem{Base: to, Disp: vector * place(r, c)}) }
	if s.wide == 2 {
		VSUBPS(x[2], x[0], x[0])
		VMULPS(s.consts[4], x[0], x[0])
		put(0, x[0])
		VSUBPS(x[1], x[3], x[3])
		put(5, x[3])
		sum := x[0]
		VADDPS(x[2], x[1], sum)
		VSUBPS(x[2], x[1], x[1])
		VMULPS(s.consts[-3], sum, sum)
		VMULPS(s.consts[3], x[1], x[1])
		put(1, sum)
		put(2, x[1])
		return
	}
	two, four := s.consts[2], s.consts[4]
	a, b, c, d := x[4], x[3], YMM(), x[2]
	VSUBPS(x[2], x[0], x[0])
	VSUBPS(x[3], x[5], x[5])
	VSUBPS(x[2], x[4], c)
	subtractTimes(a, four, x[2])
	VSUBPS(x[1], x[3], d)
	subtractTimes(b, four, x[1])
	VFMADD132PS(four, c, x[0]) // 4 x0 + c
	put(0, x[0])
	subtractTimes(x[5], four, d)
	put(5, x[5])
	VADDPS(b, a, x[1])
	put(1, x[1])
	VSUBPS(b, a, a)
	put(2, a)
	VMOVAPS(c, x[0])
	addTimes(x[0], two, d)
	put(3, x[0])
	subtractTimes(c, two, d)
	put(4, c)
}
