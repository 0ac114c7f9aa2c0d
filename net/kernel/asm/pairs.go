package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The sizes of a product of pairs.
const (
	pairLine = 2 * int(zmm) // the weights of a pair of input channels to 32 outputs
	pairStep = 4 * pairLine // ... of eight input channels
	pairWays = 2            // partial sums of each output: see ways
)

// zmms are the registers of AVX-512. The last ones hold operands, and the others sums.
var zmms = []reg.VecPhysical{reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7, reg.Z8,
	reg.Z9, reg.Z10, reg.Z11, reg.Z12, reg.Z13, reg.Z14, reg.Z15, reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20,
	reg.Z21, reg.Z22, reg.Z23, reg.Z24, reg.Z25, reg.Z26, reg.Z27, reg.Z28, reg.Z29, reg.Z30, reg.Z31}

const (
	pairWeights = 28 // the first of two registers of weights
	pairInput   = 30 // the first of two registers of inputs
)

// addPairs writes VDPBF16PS: it adds the products of the pairs in registers w and x to the register sum.
// The assembler does not know this instruction.
func addPairs(sum, w, x uint32) {
	bit := func(n, at uint32) uint32 { return 1 - n>>at&1 } // the encoding inverts these bits
	emit := func(opcode string, bytes Constant) {
		Instruction(&ir.Instruction{Opcode: opcode, Operands: []Op{bytes}})
	}
	emit("LONG", U32(0x62|(bit(sum, 3)<<7|bit(x, 4)<<6|bit(x, 3)<<5|bit(sum, 4)<<4|2)<<8|
		((15-w&15)<<3|6)<<16|(bit(w, 4)<<3|0x40)<<24))
	emit("WORD", U16(0x52|(0xC0|sum&7<<3|x&7)<<8))
}

// pairs are the registers of the products of pairs.
type pairs struct {
	u                          reg.GPVirtual // weights of the frequency
	mBlock, vBlock             reg.GPVirtual // sums and inputs of the block
	mVector, mVector3, vVector reg.GPVirtual
	at, weights                reg.GPVirtual // inputs and weights of the step
	turn, rows, blocks, larger reg.GPVirtual
}

// multiplyPairs writes the products of frequencies in bfloat16: tiles by 32 output channels.
func multiplyPairs() {
	TEXT("multiplyPairs", 4,
		"func(m, v, u *float32, count, groups, mVector, vVector, rows, larger, blocks int)")
	Pragma("noescape")
	Doc("multiplyPairs multiplies the frequencies v of the inputs of tiles by weights u. It sets count",
		"frequencies m of the outputs. u has the shape [count, groups, 4 pairs, 32 outputs]. A group is eight",
		"input channels. v and u are pairs of bfloat16, and m is float32. The first larger of the blocks of",
		"tiles have one tile more than rows. mVector and vVector are from eight channels to the next.")
	p := &pairs{
		u: GP64(), mBlock: GP64(), vBlock: GP64(), mVector: GP64(), mVector3: GP64(), vVector: GP64(),
		at: GP64(), weights: GP64(), turn: GP64(), rows: GP64(), blocks: GP64(), larger: GP64(),
	}
	MOVQ(param("u"), p.u)
	MOVQ(param("mVector"), p.mVector)
	MOVQ(param("vVector"), p.vVector)
	LEAQ(Mem{Base: p.mVector, Index: p.mVector, Scale: 2}, p.mVector3)
	Label("frequency")
	MOVQ(param("m"), p.mBlock)
	MOVQ(param("v"), p.vBlock)
	eachBlock(p.rows, p.blocks, p.larger, shortRows, func() {
		MOVQ(p.u, p.weights)
		MOVQ(p.vBlock, p.at)
		MOVQ(param("groups"), p.turn)
	}, p.block)
	MOVQ(p.weights, p.u)
	ADDQ(U8(vector), param("m"))
	ADDQ(U8(shortVector), param("v"))
	DECQ(param("count"))
	JNE(LabelRef("frequency"))
	VZEROUPPER()
	RET()
}

// block writes one block of sums.
func (p *pairs) block(rows int) {
	sum := func(way, row, half int) int { return (way*rows+row)*2 + half }
	name := fmt.Sprintf("rows_%d", rows)
	Label(name)
	for i := range pairWays * rows * 2 {
		VXORPS(zmms[i], zmms[i], zmms[i])
	}
	Label(name + "_step")
	for k := range 4 {
		for half := range 2 {
			VMOVUPS(Mem{Base: p.weights, Disp: k*pairLine + half*int(zmm)}, zmms[pairWeights+half])
		}
		for r := range rows {
			x := pairInput + r%2
			VBROADCASTSS(Mem{Base: p.at, Disp: r*shortTile + 4*k}, zmms[x])
			for half := range 2 {
				addPairs(uint32(sum(k%pairWays, r, half)), uint32(pairWeights+half), uint32(x))
			}
		}
	}
	ADDQ(U32(pairStep), p.weights)
	ADDQ(p.vVector, p.at)
	DECQ(p.turn)
	JNE(LabelRef(name + "_step"))
	for r := range rows {
		for half := range 2 {
			z := zmms[sum(0, r, half)]
			VADDPS(zmms[sum(1, r, half)], z, z)
			VMOVUPS(z.AsY(), sumsAt(p.mBlock, p.mVector, p.mVector3, r, 2*half))
			VEXTRACTF64X4(U8(1), z, sumsAt(p.mBlock, p.mVector, p.mVector3, r, 2*half+1))
		}
	}
	ADDQ(U32(rows*tileBytes), p.mBlock)
	ADDQ(U32(rows*shortTile), p.vBlock)
}
