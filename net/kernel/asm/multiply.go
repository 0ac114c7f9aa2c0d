package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// multiply writes a batch of matrix products in blocks with all sums in registers. The shape of a
// block, rows x vectors of eight columns, is an argument. Each shape has code of its own.
func multiply(masks Mem) {
	TEXT("multiply", 4, "func(m, v, u, bias *float32, count, blocks, depth, mRow, mNext, vRow, vStep, vNext, uStep, uNext, rows, vectors, rest int, floor float32, add, zmm bool)")
	Pragma("noescape")
	Doc("multiply is the loop of [product]; zmm selects that in AVX-512, for two and four vectors.")
	p := &products{
		masks: masks,
		m:     GP64(), v: GP64(), u: GP64(), count: GP64(),
		vRow: GP64(), vStep: GP64(), uStep: GP64(),
	}
	MOVQ(param("m"), p.m)
	MOVQ(param("v"), p.v)
	MOVQ(param("u"), p.u)
	MOVQ(param("count"), p.count)
	MOVQ(param("vRow"), p.vRow)
	MOVQ(param("vStep"), p.vStep)
	MOVQ(param("uStep"), p.uStep)
	shape := GP64()
	MOVBQZX(param("zmm"), shape)
	for _, name := range []string{"vectors", "rows"} {
		SHLQ(U8(3), shape)
		ADDQ(param(name), shape)
	}
	list := productBlocks()
	for _, b := range list {
		CMPQ(shape, U8((b.flag()<<3+b.vectors)<<3+b.rows))
		JEQ(LabelRef(b.name()))
	}
	UD2()
	for _, b := range list {
		p.batch(b)
	}
	Label("done")
	VZEROUPPER()
	RET()
}

// productBlock is the shape of a block of sums. If vectors is 0, the block has one vector, and only
// its first floats count.
type productBlock struct {
	width
	rows, vectors int
}

func (b productBlock) name() string { return fmt.Sprintf("%v%dx%d", b.width, b.rows, b.vectors) }

// productBlocks returns the shapes whose sums fit the registers.
func productBlocks() (list []productBlock) {
	for _, most := range []productBlock{{ymm, 6, 0}, {ymm, 6, 1}, {ymm, 6, 2}, {ymm, 4, 3}, {zmm, 6, 2},
		{zmm, 6, 4}} {
		if most.width == zmm && *arm64 != "" {
			continue
		}
		for rows := 1; rows <= most.rows; rows++ {
			list = append(list, productBlock{most.width, rows, most.vectors})
		}
	}
	return list
}

// products are the registers that all shapes share.
type products struct {
	masks              Mem
	m, v, u, count     GPVirtual
	vRow, vStep, uStep GPVirtual
}

// batch writes the loops of one shape over the products and their blocks of rows.
func (p *products) batch(b productBlock) {
	name := b.name()
	Label(name)
	var mask Op
	if b.vectors == 0 {
		rest := GP64()
		MOVQ(param("rest"), rest)
		mask = loadMask(p.masks, rest)
		b.vectors = 1
	}
	mBlock, vBlock, blocks := GP64(), GP64(), GP64()
	Label(name + "_product")
	MOVQ(p.m, mBlock)
	MOVQ(p.v, vBlock)
	MOVQ(param("blocks"), blocks)
	Label(name + "_block")
	p.block(name, b, mBlock, vBlock, mask)
	DECQ(blocks)
	JNE(LabelRef(name + "_block"))
	ADDQ(param("mNext"), p.m)
	ADDQ(param("vNext"), p.v)
	ADDQ(param("uNext"), p.u)
	DECQ(p.count)
	JNE(LabelRef(name + "_product"))
	JMP(LabelRef("done"))
}

// block writes one block of sums, and advances mBlock and vBlock to the next block.
func (p *products) block(name string, b productBlock, mBlock, vBlock GPVirtual, mask Op) {
	rows, ways := b.rows, ways(b.rows, b.vectors)
	sums := make([][]VecVirtual, ways*rows)
	for i := range sums {
		sums[i] = b.row(b.vectors)
		for _, sum := range sums[i] {
			VXORPS(sum, sum, sum)
		}
	}
	at, turn := GP64(), GP64()
	p.start(name, b.width, sums[:rows], mBlock, at, mask)

	v, v3, u := GP64(), GP64(), GP64()
	MOVQ(vBlock, v)
	if rows > 3 {
		LEAQ(Mem{Base: p.vRow, Index: p.vRow, Scale: 2}, v3)
		ADDQ(v, v3)
	}
	MOVQ(p.u, u)
	step := func(sums [][]VecVirtual) {
		weights := b.row(b.vectors)
		for i := range weights {
			load(Mem{Base: u, Disp: int(b.width) * i}, weights[i], mask)
		}
		for r, row := range sums {
			from := Mem{Base: v}
			if r >= 3 {
				from.Base = v3
			}
			if r%3 > 0 {
				from.Index, from.Scale = p.vRow, uint8(r%3)
			}
			x := b.broadcast(from)
			for i, sum := range row {
				VFMADD231PS(weights[i], x, sum)
			}
		}
		ADDQ(p.uStep, u)
		ADDQ(p.vStep, v)
		if rows > 3 {
			ADDQ(p.vStep, v3)
		}
	}
	MOVQ(param("depth"), turn)
	if ways > 1 {
		SHRQ(U8(ways/2), turn) // 1 or 2 bits
		JEQ(LabelRef(name + "_rest"))
	}
	Label(name + "_step")
	for w := range ways {
		step(sums[w*rows:][:rows])
	}
	DECQ(turn)
	JNE(LabelRef(name + "_step"))
	if ways > 1 {
		Label(name + "_rest")
		MOVQ(param("depth"), turn)
		ANDQ(U8(ways-1), turn)
		JEQ(LabelRef(name + "_sum"))
		Label(name + "_single")
		step(sums[:rows])
		DECQ(turn)
		JNE(LabelRef(name + "_single"))
		Label(name + "_sum")
	}
	for w := ways; w > 1; w /= 2 {
		for i := range w / 2 * rows {
			for j, sum := range sums[i] {
				VADDPS(sums[w/2*rows+i][j], sum, sum)
			}
		}
	}

	floor := b.broadcast(param("floor"))
	for _, row := range sums[:rows] {
		for i, sum := range row {
			VMAXPS(sum, floor, sum) // NaN stays NaN
			store(sum, Mem{Base: mBlock, Disp: int(b.width) * i}, mask)
		}
		ADDQ(param("mRow"), mBlock)
	}
	IMUL3Q(U8(rows), p.vRow, at)
	ADDQ(at, vBlock)
}

// start adds the start values to the sums, which are zero.
func (p *products) start(name string, w width, sums [][]VecVirtual, mBlock, at GPVirtual, mask Op) {
	CMPB(param("add"), U8(0))
	JEQ(LabelRef(name + "_bias"))
	MOVQ(mBlock, at)
	for _, row := range sums {
		for i, sum := range row {
			load(Mem{Base: at, Disp: int(w) * i}, sum, mask)
		}
		ADDQ(param("mRow"), at)
	}
	Label(name + "_bias")
	MOVQ(param("bias"), at)
	TESTQ(at, at)
	JEQ(LabelRef(name + "_begin"))
	for i := range sums[0] {
		bias := w.register()
		load(Mem{Base: at, Disp: int(w) * i}, bias, mask)
		for _, row := range sums {
			VADDPS(bias, row[i], row[i])
		}
	}
	Label(name + "_begin")
}
