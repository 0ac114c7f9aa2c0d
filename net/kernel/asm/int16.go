package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	integerLine = shortVectors * vector // the weights of two input channels to 16 outputs
	integerStep = 4 * integerLine       // ... of eight input channels
)

// integers are the registers of the products of integers.
type integers struct {
	*shortLoops
	factors reg.GPVirtual // of the frequency
}

// multiplyIntegers writes the products of frequencies in integers: tiles by pairs of vectors of outputs.
func multiplyIntegers() {
	TEXT("multiplyIntegers", 4,
		"func(m, v, u, factors *float32, count, groups, pairs, mVector, vVector, rows, larger, blocks int, "+
			"unit float32)")
	Pragma("noescape")
	Doc("multiplyIntegers multiplies the frequencies v of the inputs of tiles by weights u. It sets count",
		"frequencies m of the outputs to the sums, times factors and unit. Outputs are taken in pairs of vectors,",
		"and input channels in groups of eight. The shape of u is [count, pairs, groups, 4, 16 outputs, 2]. That",
		"of factors is [count, pairs, 16 outputs]. v and u are integers of 16 bits, while m and factors are",
		"float32. The first larger of the blocks of tiles have one tile more than rows. mVector and vVector are",
		"from eight channels to the next.")
	p := &integers{shortLoops: newShortLoops(), factors: GP64()}
	MOVQ(param("factors"), p.factors)
	p.write(p.block, func() { ADDQ(U8(integerLine), p.factors) })
}

// block writes one block of sums.
func (p *integers) block(rows int) {
	name := fmt.Sprintf("rows_%d", rows)
	Label(name)
	sums := make([][shortVectors]reg.VecVirtual, rows)
	for r := range sums {
		for i := range sums[r] {
			sums[r][i] = YMM()
			VPXOR(sums[r][i], sums[r][i], sums[r][i])
		}
	}
	Label(name + "_step")
	for k := range 4 {
		var w [shortVectors]reg.VecVirtual
		for i := range w {
			w[i] = YMM()
			VMOVDQU(Mem{Base: p.weights, Disp: k*integerLine + i*vector}, w[i])
		}
		for r := range sums {
			x := YMM()
			VPBROADCASTD(Mem{Base: p.at, Disp: r*shortTile + 4*k}, x)
			for i, sum := range sums[r] {
				product := x
				if i < shortVectors-1 {
					product = YMM()
				}
				VPMADDWD(w[i], x, product)
				VPADDD(product, sum, sum)
			}
		}
	}
	ADDQ(U32(integerStep), p.weights)
	ADDQ(p.vVector, p.at)
	DECQ(p.turn)
	JNE(LabelRef(name + "_step"))
	unit := broadcast(param("unit"))
	for r, row := range sums {
		for i, sum := range row {
			VCVTDQ2PS(sum, sum)
			VMULPS(Mem{Base: p.factors, Disp: i * vector}, sum, sum)
			VMULPS(unit, sum, sum)
			VMOVUPS(sum, sumsAt(p.mBlock, p.mVector, nil, r, i))
		}
	}
}

// extremes writes the search for the range of numbers.
func extremes() {
	TEXT("extremes", 4, "func(x *float32, count int) (magnitude uint32, least float32)")
	Pragma("noescape")
	Doc("extremes returns the bits of the largest magnitude of x, or those of a NaN if there is one. Without a",
		"NaN, least is the smallest number of x and zero. count is a positive multiple of 32.")
	x, count := GP64(), GP64()
	MOVQ(param("x"), x)
	MOVQ(param("count"), count)
	magnitude := broadcast(ConstData("magnitude", U32(0x7FFFFFFF)))
	var most, least [4]reg.VecVirtual
	for i := range most {
		most[i], least[i] = YMM(), YMM()
		VPXOR(most[i], most[i], most[i])
		VPXOR(least[i], least[i], least[i])
	}
	Label("vectors")
	for i := range most {
		y := YMM()
		VMOVUPS(Mem{Base: x, Disp: i * vector}, y)
		VMINPS(y, least[i], least[i])
		VPAND(y, magnitude, y)
		VPMAXSD(y, most[i], most[i])
	}
	ADDQ(U8(len(most)*vector), x)
	SUBQ(U8(len(most)*vector/4), count)
	JNE(LabelRef("vectors"))
	reduce := func(all [4]reg.VecVirtual, choose func(ops ...Op)) reg.GPVirtual {
		choose(all[1], all[0], all[0])
		choose(all[3], all[2], all[2])
		choose(all[2], all[0], all[0])
		half := XMM()
		VEXTRACTI128(U8(1), all[0], half)
		choose(half, all[0].AsX(), half)
		for _, order := range []uint64{0b01_00_11_10, 0b10_11_00_01} {
			other := XMM()
			VPSHUFD(U8(order), half, other)
			choose(other, half, half)
		}
		out := GP32()
		VMOVD(half, out)
		return out
	}
	MOVL(reduce(most, VPMAXSD), result(0))
	MOVL(reduce(least, VMINPS), result(1))
	VZEROUPPER()
	RET()
}

// result returns a place for a result of the function.
func result(i int) Mem {
	basic, err := ReturnIndex(i).Resolve()
	if err != nil {
		panic(err)
	}
	return basic.Addr
}
