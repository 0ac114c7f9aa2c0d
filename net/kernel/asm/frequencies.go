package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// weightsGap is the number of bytes between the weights of two frequencies.
const weightsGap = 64

// panelShape is a kind of panel, with the number of tiles for which the registers have room.
type panelShape struct {
	width
	vectors, rows int
}

// panelShapes returns the kinds of panels of the processor.
func panelShapes() []panelShape {
	shapes := []panelShape{{ymm, 1, 6}, {ymm, 2, 6}, {ymm, 3, 4}, {ymm, 4, 3}}
	if *arm64 == "" {
		shapes = append(shapes, panelShape{zmm, 2, 6}, panelShape{zmm, 4, 6})
	}
	return shapes
}

func (s panelShape) name() string { return fmt.Sprintf("%v%d", s.width, s.vectors) }

// panels are the registers of the products of frequencies.
type panels struct {
	u                GPVirtual // weights of the panel
	mBlock, vBlock   GPVirtual // sums and inputs of the block
	mVector, vVector GPVirtual
	mVector3         GPVirtual
	at, weights      GPVirtual // inputs and weights of the step
	half             GPVirtual // distance from the weights of the first two vectors of four to the others
	ahead, alsoAhead GPVirtual
	turn, rows       GPVirtual
	blocks, larger   GPVirtual
	left             Mem // number of panels of the frequency that are left
}

// multiplyTiles writes the products of frequencies: tiles by panels of output channels.
func multiplyTiles() {
	TEXT("multiplyTiles", 4, "func(m, v, u *float32, count, depth, mVector, vVector, vectors, panels, rows, larger, blocks, ahead int, zmm bool)")
	Pragma("noescape")
	Doc("multiplyTiles multiplies the frequencies v of the inputs of tiles by weights u, and sets count frequencies m of",
		"the outputs. u has the shape [count, panels, depth, 8 vectors], with a gap of 64 bytes after each frequency.",
		"A panel of four vectors lies in memory like two panels of two. The first larger of the blocks of tiles have one",
		"tile more than rows. Groups of eight channels lie mVector and vVector bytes apart. The loops prefetch the weights",
		"that lie ahead bytes further. zmm selects the loops in AVX-512, for two and four vectors.")
	p := &panels{
		u: GP64(), mBlock: GP64(), vBlock: GP64(), mVector: GP64(), mVector3: GP64(), vVector: GP64(),
		at: GP64(), weights: GP64(),
		half: GP64(), ahead: GP64(), alsoAhead: GP64(), turn: GP64(), rows: GP64(), blocks: GP64(),
		larger: GP64(), left: AllocLocal(8),
	}
	MOVQ(param("u"), p.u)
	MOVQ(param("mVector"), p.mVector)
	MOVQ(param("vVector"), p.vVector)
	LEAQ(Mem{Base: p.mVector, Index: p.mVector, Scale: 2}, p.mVector3)
	MOVQ(param("ahead"), p.ahead)
	MOVQ(param("depth"), p.half)
	SHLQ(U8(6), p.half)
	LEAQ(Mem{Base: p.ahead, Index: p.half, Scale: 1}, p.alsoAhead)
	shape := GP64()
	MOVBQZX(param("zmm"), shape)
	SHLQ(U8(3), shape)
	ADDQ(param("vectors"), shape)
	for _, s := range panelShapes() {
		CMPQ(shape, U8(s.flag()<<3+s.vectors))
		JEQ(LabelRef(s.name()))
	}
	UD2()
	for _, s := range panelShapes() {
		p.frequency(s)
	}
	Label("done")
	VZEROUPPER()
	RET()
}

// frequency writes the loops over frequencies, panels and blocks of tiles.
func (p *panels) frequency(s panelShape) {
	name := s.name()
	Label(name)
	MOVQ(param("m"), p.mBlock)
	MOVQ(param("panels"), p.turn)
	MOVQ(p.turn, p.left)
	Label(name + "_panel")
	if s.vectors == 2 { // prefetch every second cache line; a single block also prefetches the others
		MOVQ(param("ahead"), p.ahead)
		MOVQ(p.ahead, p.alsoAhead)
		CMPQ(param("blocks"), U8(1))
		JNE(LabelRef(name + "_shared"))
		ADDQ(U8(64), p.alsoAhead)
		Label(name + "_shared")
	}
	MOVQ(param("v"), p.vBlock)
	MOVQ(param("blocks"), p.blocks)
	MOVQ(param("larger"), p.larger)
	Label(name + "_block")
	nextRows(p.rows, p.larger, name+"_choose")
	MOVQ(p.u, p.weights)
	MOVQ(p.vBlock, p.at)
	jumpToRows(p.rows, s.rows, name)
	for rows := 1; rows <= s.rows; rows++ {
		p.block(fmt.Sprintf("%s_%d", name, rows), s.width, rows, s.vectors)
		ADDQ(U32(rows*tileBytes), p.mBlock)
		ADDQ(U32(rows*tileBytes), p.vBlock)
		if rows < s.rows {
			JMP(LabelRef(name + "_next"))
		}
	}
	Label(name + "_next")
	if s.vectors == 2 {
		ADDQ(U8(64), p.ahead)
		ADDQ(U8(64), p.alsoAhead)
	}
	DECQ(p.blocks)
	JNE(LabelRef(name + "_block"))
	MOVQ(p.weights, p.u)
	MOVQ(param("m"), p.mBlock)
	// Only a panel of two vectors comes before another panel.
	LEAQ(Mem{Base: p.mBlock, Index: p.mVector, Scale: 2}, p.mBlock)
	DECQ(p.left)
	JNE(LabelRef(name + "_panel"))
	if s.vectors == 4 {
		ADDQ(p.half, p.u)
	}
	ADDQ(U8(weightsGap), p.u)
	ADDQ(U8(vector), param("m"))
	ADDQ(U8(vector), param("v"))
	DECQ(param("count"))
	JNE(LabelRef(name))
	JMP(LabelRef("done"))
}

// eachBlock writes the loop over blocks of tiles, for a function that has one such loop. begin prepares a
// block, and block writes one of rows tiles, up to most.
func eachBlock(rows, blocks, larger GPVirtual, most int, begin func(), block func(rows int)) {
	MOVQ(param("blocks"), blocks)
	MOVQ(param("larger"), larger)
	Label("block")
	nextRows(rows, larger, "choose")
	begin()
	jumpToRows(rows, most, "rows")
	for n := 1; n <= most; n++ {
		block(n)
		JMP(LabelRef("next"))
	}
	Label("next")
	DECQ(blocks)
	JNE(LabelRef("block"))
}

// nextRows sets rows to the tiles of the next block, of which the first larger have one more than the
// argument rows.
func nextRows(rows, larger GPVirtual, label string) {
	MOVQ(param("rows"), rows)
	TESTQ(larger, larger)
	JEQ(LabelRef(label))
	INCQ(rows)
	DECQ(larger)
	Label(label)
}

// jumpToRows jumps to the code for the given number of rows, from 1 to most. Its label is the name
// and the number.
func jumpToRows(rows GPVirtual, most int, name string) {
	for n := most; n > 0; n-- {
		CMPQ(rows, U8(n))
		JEQ(LabelRef(fmt.Sprintf("%s_%d", name, n)))
	}
	UD2() // package kernel never passes another count
}

// block writes one block of sums.
func (p *panels) block(name string, w width, rows, vectors int) {
	Label(name)
	b := newTileBlock(p, w, rows, vectors)
	MOVQ(param("depth"), p.turn)
	SHRQ(U8(3), p.turn)
	JEQ(LabelRef(name + "_few"))
	b.eight(true, false)
	DECQ(p.turn)
	JEQ(LabelRef(name + "_rest"))
	if b.rowByRow {
		TESTQ(U32(7), param("depth"))
		JNE(LabelRef(name + "_step"))
		DECQ(p.turn)
		JEQ(LabelRef(name + "_last"))
	}
	Label(name + "_step")
	b.eight(false, false)
	DECQ(p.turn)
	JNE(LabelRef(name + "_step"))
	if b.rowByRow {
		TESTQ(U32(7), param("depth"))
		JNE(LabelRef(name + "_rest"))
		Label(name + "_last")
		b.eight(false, true)
		JMP(LabelRef(name + "_end"))
	} else {
		JMP(LabelRef(name + "_rest"))
	}
	Label(name + "_few")
	b.clear()
	Label(name + "_rest")
	MOVQ(param("depth"), p.turn)
	ANDQ(U8(7), p.turn)
	JEQ(LabelRef(name + "_sum"))
	Label(name + "_single")
	b.step(b.sums[:rows], 0, false)
	ADDQ(U8(4), p.at)
	ADDQ(U32(b.line()), p.weights)
	DECQ(p.turn)
	JNE(LabelRef(name + "_single"))
	Label(name + "_sum")
	b.join()
	for r, row := range b.sums[:rows] {
		b.store(r, row)
	}
	Label(name + "_end")
}
