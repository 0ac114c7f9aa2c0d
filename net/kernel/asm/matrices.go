package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The sizes of a product of small matrices.
const (
	matrixSide  = 4                          // input channels of one instruction
	matrixParts = shortVectors * vector / 16 // vectors of weights: each from matrixSide inputs to 4 outputs
	// matrixStep has the weights of eight input channels to 16 outputs.
	matrixStep = lanes / matrixSide * matrixParts * vector
)

// lanes is the number of floats in a vector.
const lanes = vector / 4

// multiplyMatrices writes the products of frequencies in bfloat16 for ARM64: tiles by pairs of vectors of
// outputs. One instruction multiplies four input channels of two tiles with their weights to two outputs.
func multiplyMatrices() {
	TEXT("multiplyMatrices", 4,
		"func(m, v, u *float32, count, groups, pairs, mVector, vVector, rows, larger, blocks int)")
	Pragma("noescape")
	Doc("multiplyMatrices multiplies the frequencies v of the inputs of tiles by weights u. It sets count",
		"frequencies m of the outputs. Outputs are taken in pairs of vectors, and input channels in groups of",
		"eight. The shape of u is [count, pairs, groups, 2, 16 outputs, 4]. v and u are bfloat16, and m is",
		"float32. The first larger of the blocks of tiles have one tile more than rows. mVector and vVector are",
		"from eight channels to the next.")
	p := &matrices{newShortLoops()}
	p.write(p.block, func() {})
}

// matrices are the registers of the products of matrices.
type matrices struct{ *shortLoops }

// block writes one block of sums. Each 128 bits of a sum have two tiles by two outputs.
func (p *matrices) block(rows int) {
	name := fmt.Sprintf("rows_%d", rows)
	Label(name)
	sums := make([][matrixParts]reg.VecVirtual, (rows+1)/2)
	for q := range sums {
		for i := range sums[q] {
			sums[q][i] = YMM()
			VXORPS(sums[q][i], sums[q][i], sums[q][i])
		}
	}
	Label(name + "_step")
	x := make([][lanes / matrixSide]reg.VecVirtual, len(sums))
	for q := range x {
		x[q] = p.inputs(2*q, min(2*q+1, rows-1))
	}
	for k := range lanes / matrixSide {
		for i := range matrixParts {
			w := YMM()
			VMOVUPS(Mem{Base: p.weights, Disp: (k*matrixParts + i) * vector}, w)
			for q := range sums {
				addMatrices(w, x[q][k], sums[q][i])
			}
		}
	}
	ADDQ(U32(matrixStep), p.weights)
	ADDQ(p.vVector, p.at)
	DECQ(p.turn)
	JNE(LabelRef(name + "_step"))
	for q := range sums {
		for i, sum := range sums[q] {
			upper, first, second := XMM(), XMM(), XMM()
			VEXTRACTF128(U8(1), sum, upper)
			VUNPCKLPD(upper, sum.AsX(), first)
			VMOVUPS(first, p.output(2*q, i))
			if 2*q+1 < rows {
				VUNPCKHPD(upper, sum.AsX(), second)
				VMOVUPS(second, p.output(2*q+1, i))
			}
		}
	}
}

// inputs loads eight input channels of two tiles. Each result has four channels of both.
func (p *matrices) inputs(a, b int) (x [lanes / matrixSide]reg.VecVirtual) {
	first, second := XMM(), XMM()
	VMOVUPS(Mem{Base: p.at, Disp: a * shortTile}, first)
	VMOVUPS(Mem{Base: p.at, Disp: b * shortTile}, second)
	x[0], x[1] = XMM(), XMM()
	VUNPCKLPD(second, first, x[0])
	VUNPCKHPD(second, first, x[1])
	return x
}

// output returns the address of the four outputs of part i of tile r.
func (p *matrices) output(r, i int) Mem {
	to := sumsAt(p.mBlock, p.mVector, nil, r, i/2)
	to.Disp += i % 2 * 16
	return to
}

// addMatrices writes BFMMLA for both halves of the weights w and the sums. x86 has no such instruction.
func addMatrices(w, x, sum reg.VecVirtual) {
	Instruction(&ir.Instruction{Opcode: "BFMMLA", Operands: []Op{w, x, sum}, Inputs: []Op{w, x, sum},
		Outputs: []Op{sum}})
}

// roundNumbers writes the rounding to bfloat16 for ARM64.
func roundNumbers() {
	TEXT("roundBF16", 4, "func(dst, src *float32, count int)")
	Pragma("noescape")
	Doc("roundBF16 rounds count values of src to bfloat16. dst has pairs of them, as [pairBF16] makes them.",
		"count is a multiple of 32.")
	dst, src, count := GP64(), GP64(), GP64()
	MOVQ(param("dst"), dst)
	MOVQ(param("src"), src)
	MOVQ(param("count"), count)
	Label("loop")
	const vectors = 4
	for i := range vectors {
		x, rounded := YMM(), XMM()
		VMOVUPS(Mem{Base: src, Disp: i * vector}, x)
		Instruction(&ir.Instruction{Opcode: "VCVTNEPS2BF16", Operands: []Op{x, rounded}, Inputs: []Op{x},
			Outputs: []Op{rounded}})
		VMOVUPS(rounded, Mem{Base: dst, Disp: i * shortVector})
	}
	ADDQ(U8(vectors*vector), src)
	ADDQ(U8(vectors*shortVector), dst)
	SUBQ(U8(vectors*lanes), count)
	JNE(LabelRef("loop"))
	RET()
}
