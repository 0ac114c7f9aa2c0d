package neon

import (
	"fmt"
	"strconv"
	"strings"
)

// opcode is an instruction that Go's assembler does not know: its word without registers (Arm Architecture
// Reference Manual, C7.2), and its text for GNU's assembler. The text has the places d, n and m for the
// numbers of registers, i for a lane and c for a constant.
type opcode struct {
	word uint32
	text string
}

// Vectors have four float32 (4s) or two float64 (2d).
var (
	fadd   = opcode{0x4E20D400, "fadd v{d}.4s, v{n}.4s, v{m}.4s"}
	fsub   = opcode{0x4EA0D400, "fsub v{d}.4s, v{n}.4s, v{m}.4s"}
	fmul   = opcode{0x6E20DC00, "fmul v{d}.4s, v{n}.4s, v{m}.4s"}
	fmla   = opcode{0x4E20CC00, "fmla v{d}.4s, v{n}.4s, v{m}.4s"}
	fmls   = opcode{0x4EA0CC00, "fmls v{d}.4s, v{n}.4s, v{m}.4s"}
	fcmgt  = opcode{0x6EA0E400, "fcmgt v{d}.4s, v{n}.4s, v{m}.4s"}
	fcmge  = opcode{0x6E20E400, "fcmge v{d}.4s, v{n}.4s, v{m}.4s"}
	fcmeq  = opcode{0x4E20E400, "fcmeq v{d}.4s, v{n}.4s, v{m}.4s"}
	addInt = opcode{0x4EA08400, "add v{d}.4s, v{n}.4s, v{m}.4s"}
	trn2   = opcode{0x4E806800, "trn2 v{d}.4s, v{n}.4s, v{m}.4s"}

	and     = opcode{0x4E201C00, "and v{d}.16b, v{n}.16b, v{m}.16b"}
	bic     = opcode{0x4E601C00, "bic v{d}.16b, v{n}.16b, v{m}.16b"}
	bit     = opcode{0x6EA01C00, "bit v{d}.16b, v{n}.16b, v{m}.16b"} // copies the bits of n that m sets
	bif     = opcode{0x6EE01C00, "bif v{d}.16b, v{n}.16b, v{m}.16b"} // copies the bits that m does not set
	extHalf = opcode{0x6E004000, "ext v{d}.16b, v{n}.16b, v{m}.16b, #8"}.with(8 << 11)

	zip1Half = opcode{0x4EC03800, "zip1 v{d}.2d, v{n}.2d, v{m}.2d"}
	zip2Half = opcode{0x4EC07800, "zip2 v{d}.2d, v{n}.2d, v{m}.2d"}

	bfmmla  = opcode{0x6E40EC00, "bfmmla v{d}.4s, v{n}.8h, v{m}.8h"}
	bfcvtn  = opcode{0x0EA16800, "bfcvtn v{d}.4h, v{n}.4s"}
	bfcvtn2 = opcode{0x4EA16800, "bfcvtn2 v{d}.8h, v{n}.4s"}

	fmlaLane = opcode{0x4F801000, "fmla v{d}.4s, v{n}.4s, v{m}.s[{i}]"}
	fmlsLane = opcode{0x4F805000, "fmls v{d}.4s, v{n}.4s, v{m}.s[{i}]"}
	fmulLane = opcode{0x4F809000, "fmul v{d}.4s, v{n}.4s, v{m}.s[{i}]"}

	fadd64  = opcode{0x4E60D400, "fadd v{d}.2d, v{n}.2d, v{m}.2d"}
	fsub64  = opcode{0x4EE0D400, "fsub v{d}.2d, v{n}.2d, v{m}.2d"}
	fmul64  = opcode{0x6E60DC00, "fmul v{d}.2d, v{n}.2d, v{m}.2d"}
	fdiv64  = opcode{0x6E60FC00, "fdiv v{d}.2d, v{n}.2d, v{m}.2d"}
	faddp64 = opcode{0x6E60D400, "faddp v{d}.2d, v{n}.2d, v{m}.2d"}

	not      = opcode{0x6E205800, "not v{d}.16b, v{n}.16b"}
	fsqrt64  = opcode{0x6EE1F800, "fsqrt v{d}.2d, v{n}.2d"}
	fcvtl    = opcode{0x0E617800, "fcvtl v{d}.2d, v{n}.2s"}
	fcvtl2   = opcode{0x4E617800, "fcvtl2 v{d}.2d, v{n}.4s"}
	fcvtn    = opcode{0x0E616800, "fcvtn v{d}.2s, v{n}.2d"}
	fcvtn2   = opcode{0x4E616800, "fcvtn2 v{d}.4s, v{n}.2d"}
	frintn   = opcode{0x4E218800, "frintn v{d}.4s, v{n}.4s"}
	fcvtns   = opcode{0x4E21A800, "fcvtns v{d}.4s, v{n}.4s"}
	rev64    = opcode{0x4EA00800, "rev64 v{d}.4s, v{n}.4s"}
	dupFirst = opcode{0x4E040400, "dup v{d}.4s, v{n}.s[0]"}
	dupUpper = opcode{0x4E180400, "dup v{d}.2d, v{n}.d[1]"}
	shl23    = opcode{0x4F205400, "shl v{d}.4s, v{n}.4s, #23"}.with(23 << 16)
	setConst = opcode{0x4F00F400, "fmov v{d}.4s, #{c}"}

	faddOne = opcode{0x1E202800, "fadd s{d}, s{n}, s{m}"}
	fdivOne = opcode{0x1E201800, "fdiv s{d}, s{n}, s{m}"}
	fcvtOne = opcode{0x1E624000, "fcvt s{d}, d{n}"}
)

// with returns an opcode with more bits.
func (o opcode) with(bits uint32) opcode { return opcode{o.word | bits, o.text} }

// asm returns the instruction for Go's assembler. Registers that it does not have are 0.
func (o opcode) asm(d, n, m int) string {
	return line(o.word|uint32(m)<<16|uint32(n)<<5|uint32(d), o.gnu(d, n, m, 0, 0))
}

// asmLane returns the instruction with lane i of m as its last factor.
func (o opcode) asmLane(d, n, m, i int) string {
	w := o.word | uint32(i&1)<<21 | uint32(i>>1)<<11 | uint32(m)<<16 | uint32(n)<<5 | uint32(d)
	return line(w, o.gnu(d, n, m, i, 0))
}

// asmConst returns setConst of a constant that [constantBits] knows.
func asmConst(d int, x float32) string {
	b, ok := constantBits(x)
	if !ok {
		panic(fmt.Sprintf("neon: no instruction sets %v", x))
	}
	return line(setConst.word|b>>5<<16|b&31<<5|uint32(d), setConst.gnu(d, 0, 0, 0, x))
}

// gnu returns the instruction for GNU's assembler.
func (o opcode) gnu(d, n, m, i int, c float32) string {
	return strings.NewReplacer("{d}", strconv.Itoa(d), "{n}", strconv.Itoa(n), "{m}", strconv.Itoa(m),
		"{i}", strconv.Itoa(i), "{c}", fmt.Sprintf("%.8f", c)).Replace(o.text)
}

func line(word uint32, gnu string) string { return fmt.Sprintf("WORD $0x%08X // %s", word, gnu) }

// constantBits returns the eight bits by which FMOV names a constant: n/16 * 2^r, where n is 16 to 31 and r
// is -3 to 4. ok is false for other numbers.
func constantBits(x float32) (bits uint32, ok bool) {
	for b := range uint32(256) {
		if constantOf(b) == x {
			return b, true
		}
	}
	return 0, false
}

func constantOf(b uint32) float32 {
	x := float32(16+b&15) / 16
	for range (b>>4&7 ^ 4) + 1 {
		x *= 2
	}
	x /= 16
	if b&0x80 != 0 {
		x = -x
	}
	return x
}
