package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The sizes of a product of numbers of 16 bits.
const (
	shortRows    = 6             // tiles in the largest block
	shortVector  = vector / 2    // eight numbers of 16 bits
	shortTile    = tileBytes / 2 // from the frequencies of a tile to the next
	shortVectors = 2             // vectors of eight outputs in a block
)

// shortLoops are the loops of a product of numbers of 16 bits: over frequencies, pairs of vectors of outputs,
// and blocks of tiles.
type shortLoops struct {
	u                          reg.GPVirtual // weights of the frequency
	mBlock, vBlock             reg.GPVirtual // sums and inputs of the block
	mVector, vVector           reg.GPVirtual
	at, weights                reg.GPVirtual // inputs and weights of the step
	turn, rows, blocks, larger reg.GPVirtual
	pair                       reg.GPVirtual // sums of the pair of vectors
	left                       Mem           // number of pairs of the frequency that are left
}

func newShortLoops() *shortLoops {
	return &shortLoops{
		u: GP64(), mBlock: GP64(), vBlock: GP64(), mVector: GP64(), vVector: GP64(), at: GP64(),
		weights: GP64(), turn: GP64(), rows: GP64(), blocks: GP64(), larger: GP64(), pair: GP64(),
		left: AllocLocal(8),
	}
}

// write writes the loops and the return. block writes the code for a block of some rows of tiles, which
// advances at and weights. nextPair follows each pair of vectors.
func (p *shortLoops) write(block func(rows int), nextPair func()) {
	MOVQ(param("u"), p.u)
	MOVQ(param("mVector"), p.mVector)
	MOVQ(param("vVector"), p.vVector)
	Label("frequency")
	MOVQ(param("m"), p.pair)
	MOVQ(param("pairs"), p.turn)
	MOVQ(p.turn, p.left)
	Label("pair")
	MOVQ(p.pair, p.mBlock)
	MOVQ(param("v"), p.vBlock)
	eachBlock(p.rows, p.blocks, p.larger, shortRows, func() {
		MOVQ(p.u, p.weights)
		MOVQ(p.vBlock, p.at)
		MOVQ(param("groups"), p.turn)
	}, func(rows int) {
		block(rows)
		ADDQ(U32(rows*tileBytes), p.mBlock)
		ADDQ(U32(rows*shortTile), p.vBlock)
	})
	MOVQ(p.weights, p.u)
	nextPair()
	LEAQ(Mem{Base: p.pair, Index: p.mVector, Scale: shortVectors}, p.pair)
	DECQ(p.left)
	JNE(LabelRef("pair"))
	ADDQ(U8(vector), param("m"))
	ADDQ(U8(shortVector), param("v"))
	DECQ(param("count"))
	JNE(LabelRef("frequency"))
	VZEROUPPER()
	RET()
}
