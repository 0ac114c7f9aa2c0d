package neon

import (
	"fmt"
	"math"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// binary are the instructions with two sources that work on each number alone. The first source of the
// assembler's order is the second one of NEON.
var binary = map[string]opcode{"VADDPS": fadd, "VSUBPS": fsub, "VMULPS": fmul, "VADDPD": fadd64,
	"VSUBPD": fsub64, "VMULPD": fmul64, "VDIVPD": fdiv64, "VPADDD": addInt, "VANDPS": and}

// vector translates an instruction of vectors.
func (l *lowerer) vector(i *ir.Instruction) error {
	op := i.Operands
	if code, ok := binary[i.Opcode]; ok {
		l.binary(code, op[0], op[1], op[2])
		return nil
	}
	switch i.Opcode {
	case "VMOVUPS", "VMOVAPS":
		l.moveVector(op[0], op[1])
	case "VMASKMOVPS":
		l.moveMasked(op[0], op[1], op[2])
	case "VBROADCASTSS", "VBROADCASTSD":
		l.broadcast(i.Opcode, op[0], op[1].(avo.Register))
	case "VXORPS", "VXORPD": // only of a register with itself
		for _, d := range l.distinct(op[2]) {
			l.emit("VEOR V{0}.B16, V{0}.B16, V{0}.B16", []reg{d}, nil)
		}
	case "VFMADD231PS":
		l.multiplyAdd(fmla, fmlaLane, op[0], op[1], op[2])
	case "VFNMADD231PS":
		l.multiplyAdd(fmls, fmlsLane, op[0], op[1], op[2])
	case "VFMADD213PS":
		l.multiplyInto(op[1], op[2], op[0], op[2])
	case "VFMADD132PS":
		l.multiplyInto(op[0], op[2], op[1], op[2])
	case "VMAXPS":
		l.max(op[0], op[1], op[2])
	case "VCMPPS":
		return l.compareVectors(op[0], op[1], op[2], op[3])
	case "VANDNPS": // dst = not second and first
		l.eachHalf(op[2], func(h int, d reg) { l.two(bic, d, l.half(op[0], h), l.half(op[1], h)) })
	case "VBLENDVPS": // where the mask is set, the second operand
		l.eachHalf(op[3], func(h int, d reg) {
			set, clear := l.half(op[1], h), l.half(op[2], h)
			m := l.half(op[0], h)
			if d == set {
				l.three(bif, d, clear, m)
				return
			}
			l.move(d, clear)
			l.three(bit, d, set, m)
		})
	default:
		return l.rare(i)
	}
	return nil
}

// rare translates the instructions that only one or two kernels use.
func (l *lowerer) rare(i *ir.Instruction) error {
	op := i.Operands
	number, _ := constant(op[0])
	last := op[len(op)-1]
	switch {
	case i.Opcode == "VROUNDPS" && number == 0:
		l.eachHalf(last, func(h int, d reg) { l.one(frintn, d, l.half(op[1], h)) })
	case i.Opcode == "VCVTPS2DQ":
		l.eachHalf(last, func(h int, d reg) { l.one(fcvtns, d, l.half(op[0], h)) })
	case i.Opcode == "VPSLLD" && number == 23:
		l.eachHalf(last, func(h int, d reg) { l.one(shl23, d, l.half(op[1], h)) })
	case i.Opcode == "VSQRTPD":
		l.eachHalf(last, func(h int, d reg) { l.one(fsqrt64, d, l.half(op[0], h)) })
	case i.Opcode == "VPERM2F128" && number == 1: // exchanges the halves
		l.eachHalf(last, func(h int, d reg) { l.move(d, l.half(op[1], 1-h)) })
	case i.Opcode == "VSHUFPS" && number == 0x4E:
		l.eachHalf(last, func(h int, d reg) { l.two(extHalf, d, l.half(op[1], h), l.half(op[1], h)) })
	case i.Opcode == "VSHUFPS" && number == 0xB1:
		l.eachHalf(last, func(h int, d reg) { l.one(rev64, d, l.half(op[1], h)) })
	case i.Opcode == "VEXTRACTF128" && number == 1:
		l.move(l.half(last, 0), l.half(op[1], 1))
	case i.Opcode == "VMOVHLPS":
		l.one(dupUpper, l.half(last, 0), l.half(op[0], 0))
	case i.Opcode == "VMOVSHDUP":
		l.two(trn2, l.half(last, 0), l.half(op[0], 0), l.half(op[0], 0))
	case i.Opcode == "VHADDPD":
		l.two(faddp64, l.half(last, 0), l.half(op[1], 0), l.half(op[0], 0))
	case i.Opcode == "VCVTSD2SS":
		l.one(fcvtOne, l.half(last, 0), l.half(op[0], 0))
	case i.Opcode == "VADDSS":
		l.two(faddOne, l.half(last, 0), l.half(op[1], 0), l.single(op[0]))
	case i.Opcode == "VDIVSS":
		l.two(fdivOne, l.half(last, 0), l.half(op[1], 0), l.single(op[0]))
	case i.Opcode == "VMOVSS":
		to := last.(operand.Mem)
		l.emit(fmt.Sprintf("FMOVS F{0}, %d(R{1})", to.Disp), nil, []reg{l.half(op[0], 0), l.indexed(to)})
	case i.Opcode == "VCVTPS2PD":
		from := l.quarter(op[0])
		d := l.halves(last)
		l.one(fcvtl, d[0], from)
		l.one(fcvtl2, d[1], from)
	case i.Opcode == "VCVTPD2PSY":
		l.narrow(fcvtn, fcvtn2, op[0], last)
	case i.Opcode == "VCVTNEPS2BF16":
		l.narrow(bfcvtn, bfcvtn2, op[0], last)
	case i.Opcode == "VUNPCKLPD":
		l.two(zip1Half, l.half(last, 0), l.half(op[1], 0), l.half(op[0], 0))
	case i.Opcode == "VUNPCKHPD":
		l.two(zip2Half, l.half(last, 0), l.half(op[1], 0), l.half(op[0], 0))
	case i.Opcode == "BFMMLA": // x86 has no such instruction
		l.eachHalf(last, func(h int, d reg) { l.three(bfmmla, d, l.half(op[1], 0), l.half(op[0], h)) })
	default:
		return fmt.Errorf("no translation of %v", op)
	}
	return nil
}

// narrow translates an instruction that makes a vector half as long. upper is for the upper half.
func (l *lowerer) narrow(lower, upper opcode, from, to operand.Op) {
	x, d := l.halves(from), l.half(to, 0)
	l.one(lower, d, x[0])
	l.one(upper, d, x[1], d) // it keeps the lower half
}

// halves returns the registers of a vector. A uniform vector has the same one twice.
func (l *lowerer) halves(op operand.Op) [2]reg {
	id := op.(avo.Register).ID()
	h, ok := l.vectors[id]
	if !ok {
		h[0] = l.register(vector)
		h[1] = h[0]
		if l.kinds[id] == pair {
			h[1] = l.register(vector)
		}
		l.vectors[id] = h
	}
	return h
}

func (l *lowerer) half(op operand.Op, h int) reg { return l.halves(op)[h] }

// distinct returns the registers of a vector without repetition.
func (l *lowerer) distinct(op operand.Op) []reg {
	h := l.halves(op)
	if h[0] == h[1] {
		return h[:1]
	}
	return h[:]
}

// eachHalf calls do for each register of the vector that an instruction sets.
func (l *lowerer) eachHalf(op operand.Op, do func(h int, d reg)) {
	for h, d := range l.distinct(op) {
		do(h, d)
	}
}

// sources returns registers with the value of an operand, which may be in memory.
func (l *lowerer) sources(op operand.Op) [2]reg {
	m, memory := op.(operand.Mem)
	if !memory {
		if l.kinds[op.(avo.Register).ID()] == factor {
			f := l.lanes[op.(avo.Register).ID()]
			all := l.register(vector)
			l.emit(fmt.Sprintf("VDUP V{1}.S[%d], V{0}.S4", f.lane), []reg{all}, []reg{f.of})
			return [2]reg{all, all}
		}
		return l.halves(op)
	}
	if m.Base == avo.StaticBase {
		c := l.constantVector(m)
		return [2]reg{c, c}
	}
	h := [2]reg{l.register(vector), l.register(vector)}
	l.load(m, h)
	return h
}

// constantVector returns a register with four times the number that a table holds.
func (l *lowerer) constantVector(m operand.Mem) reg {
	d := l.register(vector)
	l.setConstant(d, m)
	return d
}

func (l *lowerer) setConstant(d reg, m operand.Mem) {
	n := uint32(l.data[m.Symbol.Name].Data[0].Value.(operand.U32))
	x := math.Float32frombits(n)
	if _, ok := constantBits(x); ok {
		l.list = append(l.list, instruction{defs: []reg{d}, text: func(at func(reg) int) string {
			return asmConst(at(d), x)
		}})
		return
	}
	bits := l.register(general)
	l.emit(fmt.Sprintf("MOVD $0x%08X, R{0}", n), []reg{bits}, nil)
	l.emit("VDUP R{1}, V{0}.S4", []reg{d}, []reg{bits})
}

// load and store move both halves of a vector.
func (l *lowerer) load(m operand.Mem, d [2]reg) {
	base := l.indexed(m)
	if pairs(m.Disp) {
		l.emit(fmt.Sprintf("FLDPQ %d(R{2}), (F{0}, F{1})", m.Disp), d[:], []reg{base})
		return
	}
	for h := range d {
		l.emit(fmt.Sprintf("FMOVQ %d(R{1}), F{0}", m.Disp+16*h), []reg{d[h]}, []reg{base})
	}
}

func (l *lowerer) store(from [2]reg, m operand.Mem) {
	base := l.indexed(m)
	if pairs(m.Disp) {
		l.emit(fmt.Sprintf("FSTPQ (F{0}, F{1}), %d(R{2})", m.Disp), nil, []reg{from[0], from[1], base})
		return
	}
	for h := range from {
		l.emit(fmt.Sprintf("FMOVQ F{0}, %d(R{1})", m.Disp+16*h), nil, []reg{from[h], base})
	}
}

// pairs reports whether one instruction moves two registers at this displacement.
func pairs(disp int) bool { return disp%16 == 0 && disp >= -1024 && disp <= 1008 }

func (l *lowerer) moveVector(from, to operand.Op) {
	if m, ok := to.(operand.Mem); ok {
		if from.(avo.Register).Size() == 16 {
			l.emit(fmt.Sprintf("FMOVQ F{0}, %d(R{1})", m.Disp), nil, []reg{l.half(from, 0), l.indexed(m)})
		} else {
			l.store(l.sources(from), m)
		}
		return
	}
	m, memory := from.(operand.Mem)
	id := to.(avo.Register).ID()
	switch {
	case l.kinds[id] == mask:
	case memory && m.Base == avo.StaticBase:
		l.setConstant(l.half(to, 0), m)
	case memory && to.(avo.Register).Size() == 16:
		l.emit(fmt.Sprintf("FMOVQ %d(R{1}), F{0}", m.Disp), []reg{l.half(to, 0)}, []reg{l.indexed(m)})
	case memory:
		l.load(m, l.halves(to))
	default:
		s := l.sources(from)
		l.eachHalf(to, func(h int, d reg) { l.move(d, s[h]) })
	}
}

// quarter returns a register with four floats: the lower half of a vector, or the four at an address.
func (l *lowerer) quarter(op operand.Op) reg {
	m, memory := op.(operand.Mem)
	if !memory {
		return l.half(op, 0)
	}
	d := l.register(vector)
	l.emit(fmt.Sprintf("FMOVQ %d(R{1}), F{0}", m.Disp), []reg{d}, []reg{l.indexed(m)})
	return d
}

// single returns a register with one float.
func (l *lowerer) single(op operand.Op) reg {
	m, memory := op.(operand.Mem)
	if !memory {
		return l.half(op, 0)
	}
	d := l.register(vector)
	l.emit(fmt.Sprintf("FMOVS %d(R{1}), F{0}", m.Disp), []reg{d}, []reg{l.indexed(m)})
	return d
}

// broadcast repeats a number.
func (l *lowerer) broadcast(opcode string, from operand.Op, to avo.Register) {
	m, memory := from.(operand.Mem)
	switch {
	case l.kinds[to.ID()] == factor:
		l.factor(m, to.ID())
	case !memory:
		s := l.half(from, 0)
		for _, d := range l.distinct(to) {
			l.one(dupFirst, d, s)
		}
	case m.Base == avo.StaticBase:
		for _, d := range l.distinct(to) {
			l.setConstant(d, m)
		}
	case opcode == "VBROADCASTSD":
		x, d := l.register(general), l.half(to, 0)
		l.emit(fmt.Sprintf("MOVD %d(R{1}), R{0}", m.Disp), []reg{x}, []reg{l.indexed(m)})
		l.emit("VDUP R{1}, V{0}.D2", []reg{d}, []reg{x})
	case m.Base == avo.FramePointer:
		x := l.register(general)
		l.emit("MOVWU "+address(m)+", R{0}", []reg{x}, nil)
		for _, d := range l.distinct(to) {
			l.emit("VDUP R{1}, V{0}.S4", []reg{d}, []reg{x})
		}
	default:
		x := l.single(from)
		for _, d := range l.distinct(to) {
			l.one(dupFirst, d, x)
		}
	}
}

// binary translates d = second op first.
func (l *lowerer) binary(code opcode, first, second, to operand.Op) {
	if code == fmul {
		vector, f, ok := l.factors(first, second)
		if ok {
			s := l.sources(vector)
			l.eachHalf(to, func(h int, d reg) { l.lane(fmulLane, d, s[h], f, false) })
			return
		}
	}
	a, b := l.sources(first), l.sources(second)
	l.eachHalf(to, func(h int, d reg) { l.two(code, d, b[h], a[h]) })
}

// factors returns the vector and the number of a product, if one operand is of kind factor.
func (l *lowerer) factors(a, b operand.Op) (vector operand.Op, f laneOf, ok bool) {
	for _, p := range [][2]operand.Op{{a, b}, {b, a}} {
		if r, isReg := p[0].(avo.Register); isReg && l.kinds[r.ID()] == factor {
			return p[1], l.lanes[r.ID()], true
		}
	}
	return nil, f, false
}

// multiplyAdd translates to += a b, or to -= a b.
func (l *lowerer) multiplyAdd(code, byLane opcode, a, b, to operand.Op) {
	if vector, f, ok := l.factors(a, b); ok {
		s := l.sources(vector)
		l.eachHalf(to, func(h int, d reg) { l.lane(byLane, d, s[h], f, true) })
		return
	}
	x, y := l.sources(a), l.sources(b)
	l.eachHalf(to, func(h int, d reg) { l.three(code, d, x[h], y[h]) })
}

// multiplyInto translates to = a b + c.
func (l *lowerer) multiplyInto(a, b, c, to operand.Op) {
	x, y, z := l.sources(a), l.sources(b), l.sources(c)
	l.eachHalf(to, func(h int, d reg) {
		sum := l.register(vector)
		l.move(sum, z[h])
		l.three(fmla, sum, x[h], y[h])
		l.move(d, sum)
	})
}

// max translates VMAXPS: the second operand if it is greater than the first, else the first. So the first
// one is the result if one of them is NaN, which FMAX of NEON does not do.
func (l *lowerer) max(first, second, to operand.Op) {
	a, b := l.sources(first), l.sources(second)
	l.eachHalf(to, func(h int, d reg) {
		greater := l.register(vector)
		l.two(fcmgt, greater, b[h], a[h])
		if d == b[h] {
			l.three(bif, d, a[h], greater)
			return
		}
		l.move(d, a[h])
		l.three(bit, d, b[h], greater)
	})
}

// The predicates of VCMPPS that the kernels use.
const (
	equal              = 0
	notLessNorEqual    = 6    // the source may be NaN
	notLessNorEqualToo = 0x16 // the same without an exception
)

// compareVectors translates VCMPPS: it compares the second operand with the first.
func (l *lowerer) compareVectors(predicate, first, second, to operand.Op) error {
	n, _ := constant(predicate)
	a, b := l.sources(first), l.sources(second)
	switch n {
	case equal:
		l.eachHalf(to, func(h int, d reg) { l.two(fcmeq, d, b[h], a[h]) })
	case notLessNorEqual, notLessNorEqualToo: // not first >= second
		l.eachHalf(to, func(h int, d reg) {
			below := l.register(vector)
			l.two(fcmge, below, a[h], b[h])
			l.one(not, d, below)
		})
	default:
		return fmt.Errorf("no translation of the predicate %d", n)
	}
	return nil
}
