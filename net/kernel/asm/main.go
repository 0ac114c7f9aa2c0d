// Command asm writes the AVX2 and AVX-512 loops of net/kernel: run `go generate ./net/kernel`. It
// is a module of its own, so that nobody who builds the product needs avo.
//
// Every function uses VEX and EVEX instructions only and ends with VZEROUPPER, needs at most eight
// bytes of stack, reads and writes through pointers that its Go callers have checked, and takes
// strides in bytes.
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
	spreadTaps(consts)
	pool(masks)
	shift(masks)
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

// vectorConstant is eight times the same number.
func vectorConstant(name string, x float32) Mem {
	table := GLOBL(name, 16|8) // RODATA|NOPTR
	for i := range 8 {
		DATA(4*i, U32(math.Float32bits(x)))
	}
	return table
}

// maskTable is eight words of ones, then eight of zeros: read from 8-n on, it masks n floats.
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

// param returns the argument of a name in memory.
func param(name string) Mem {
	basic, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return basic.Addr
}

// load and store move a vector, of which only the part that mask tells if there is one.
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
