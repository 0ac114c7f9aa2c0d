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
		s := spreader{consts: consts.registers(mask, 2, 4), in: in, mask: mask, tall: tall, wide: wide}
		s.tiles(name, v, x)
	}, func() {
		ADDQ(param("vector"), v)
		ADDQ(U8(vector), x)
	})
}

// spreadRounded writes the transform of spreadTiles, followed by rounding to integers of 16 bits.
func spreadRounded(consts constants, tall, wide int) {
	TEXT(fmt.Sprintf("spread%dx%dRounded", tall, wide), 4,
		"func(v, x, scales *float32, vector, row, step, groups, count int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("spread%dx%dRounded is spread%dx%d for groups of eight channels. It multiplies each", tall,
		wide, tall, wide), "frequency by its number in scales and rounds it to an integer of 16 bits.")
	v := Load(Param("v"), GP64()).(GPVirtual)
	x := Load(Param("x"), GP64()).(GPVirtual)
	scales := Load(Param("scales"), GP64())
	in := makeLines(tall+2, wide+2)
	s := spreader{consts: consts.registers(nil, 2, 4), in: in, tall: tall, wide: wide,
		scales: &Mem{Base: scales}}
	Label("group")
	s.tiles("group", v, x)
	ADDQ(param("vector"), v)
	ADDQ(U8(vector), x)
	DECQ(param("groups"))
	JNE(LabelRef("group"))
	VZEROUPPER()
	RET()
}

// A spreader transforms a tile along the columns, one or two rows of frequencies at a time, and
// then along the rows. A processor has two units that add, and two that multiply and add. The work
// is nearly even between them.
type spreader struct {
	consts constants
	in     *lines
	mask   Op
	tall   int
	wide   int
	scales *Mem // if not nil, frequencies are multiplied by these numbers and rounded
}

// tiles writes the loop over a row of tiles, for eight channels.
func (s spreader) tiles(name string, v, x GPVirtual) {
	to, turn := GP64(), GP64()
	MOVQ(v, to)
	MOVQ(param("count"), turn)
	s.in.begin(x)
	Label(name + "_tile")
	if s.tall == 4 {
		s.single(to, 0, 0, 2, 4)
		s.pairLow(to)
		s.pairHigh(to)
		s.single(to, 5, 1, 3, 5)
	} else {
		s.short(to)
	}
	s.in.next()
	if s.scales == nil {
		ADDQ(U32(tileBytes), to)
	} else {
		ADDQ(U32(tileBytes/2), to)
	}
	DECQ(turn)
	JNE(LabelRef(name + "_tile"))
}

// put stores a vector of frequencies, which nothing else needs.
func (s spreader) put(to GPVirtual, r, c int, y VecVirtual) {
	if s.scales == nil {
		VMOVUPS(y, Mem{Base: to, Disp: vector * place(r, c)})
		return
	}
	high, scale := XMM(), *s.scales
	scale.Disp = 4 * place(r, c)
	VBROADCASTSS(scale, high.AsY())
	VMULPS(high.AsY(), y, y)
	VCVTPS2DQ(y, y)
	VEXTRACTI128(U8(1), y, high)
	VPACKSSDW(high, y.AsX(), high)
	VMOVDQU(high, Mem{Base: to, Disp: vector / 2 * place(r, c)})
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
	put := func(c int, y VecVirtual) { s.put(to, r, c, y) }
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
