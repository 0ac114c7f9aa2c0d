// Command asm writes the AVX2 and AVX-512 loops of net/kernel: run `go generate ./net/kernel`. It
// is a separate module, so a build of the product does not need avo.
//
// Every function uses only VEX and EVEX instructions and ends with VZEROUPPER. It needs at most
// eight bytes of stack and takes strides in bytes. Its Go callers check the pointers.
package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const vector = 32 // bytes of a register of eight floats

func main() {
	ConstraintExpr("amd64")
	masks := maskTable()
	two, four, eight := constant("two", 2), constant("four", 4), constant("eight", 8)
	multiply(masks)
	spreadTile(masks, two, four)
	spreadGradTile(masks, two, four, eight)
	consts := makeConstants(2, 3, 4, 5, 8, -3, 1./4, -1./6, 1./6, 1./12, 1./24)
	for _, tall := range []int{4, 2} {
		for _, wide := range []int{4, 2} {
			spreadTiles(masks, consts, tall, wide)
			gatherTiles(masks, consts, tall, wide)
		}
	}
	multiplyTiles()
	multiplyPairs()
	spreadTaps(consts)
	pool(masks)
	shift(masks)
	poolLines(masks)
	shiftLines(masks)
	entries(masks)
	softmax(masks)
	addFeatures(masks)
	reluGrad(masks)
	poolGrad(masks)
	gatherGrad(masks, constant("twelfth", 1.0/12), constant("half", 0.5))
	entriesGrad(masks)
	sumRows(masks)
	adamW()
	Generate()
}

func constant(name string, x float32) Mem { return ConstData(name, U32(math.Float32bits(x))) }

// vectorConstant returns a vector of eight equal numbers.
func vectorConstant(name string, x float32) Mem {
	table := GLOBL(name, 16|8) // RODATA|NOPTR
	for i := range 8 {
		DATA(4*i, U32(math.Float32bits(x)))
	}
	return table
}

// maskTable returns a table of eight words of ones, then eight of zeros. A read from word 8-n on
// masks n floats.
func maskTable() Mem {
	table := GLOBL("masks", 16|8) // RODATA|NOPTR
	for i := range 16 {
		var ones uint32
		if i < 8 {
			ones = math.MaxUint32
		}
		DATA(4*i, U32(ones))
	}
	return table
}

// loadMask returns the mask of the first n floats of a vector, n from 1 to 8.
func loadMask(table Mem, n Register) VecVirtual {
	at, back, mask := GP64(), GP64(), YMM()
	LEAQ(table, at)
	MOVQ(n, back)
	NEGQ(back)
	VMOVUPS(Mem{Base: at, Index: back, Scale: 4, Disp: vector}, mask)
	return mask
}

func broadcast(x Op) VecVirtual {
	y := YMM()
	VBROADCASTSS(x, y)
	return y
}

// param returns the argument with the given name, in memory.
func param(name string) Mem {
	basic, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return basic.Addr
}

// load and store move a vector, or with a mask only a part of it.
func load(from Mem, to Op, mask Op) {
	if mask == nil {
		VMOVUPS(from, to)
	} else {
		VMASKMOVPS(from, mask, to)
	}
}

func store(from Op, to Mem, mask Op) {
	if mask == nil {
		VMOVUPS(from, to)
	} else {
		VMASKMOVPS(from, mask, to)
	}
}
