// Command asm writes the assembly of net/kernel: run `go generate ./net/kernel`. It is a separate module, so
// a build of the product does not need avo. The source is written for AVX2 and AVX-512. Package neon
// translates its loops for AVX2 to NEON. matrices.go has the loops that only ARM64 has.
//
// For x86, every function uses only VEX and EVEX instructions and ends with VZEROUPPER. It needs at most
// eight bytes of stack and takes strides in bytes. Its Go callers check the pointers.
package main

import (
	"bytes"
	"flag"
	"math"
	"os"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	. "github.com/mmcloughlin/avo/reg"

	"epaminondas/net/kernel/asm/neon"
)

const vector = 32 // bytes of a register of eight floats

// arm64 is the file of the translation to ARM64.
var arm64 = flag.String("arm64", "", "write the translation to ARM64 to `FILE`, instead of the loops for x86")

// counts has the number of floats of each mask.
var counts = neon.Counts{}

func main() {
	flag.Parse()
	if *arm64 != "" {
		ConstraintExpr("arm64")
		pass.Compile = pass.Func(translate)
	} else {
		ConstraintExpr("amd64")
	}
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
	if *arm64 == "" {
		multiplyPairs()
		multiplyIntegers()
		for _, tall := range []int{4, 2} {
			for _, wide := range []int{4, 2} {
				spreadRounded(consts, tall, wide)
			}
		}
		extremes()
	} else {
		multiplyMatrices()
		roundNumbers()
	}
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
	sumWords()
	Generate()
}

// translate writes the functions for ARM64. It replaces the passes of avo, which are for x86.
func translate(f *ir.File) error {
	var b bytes.Buffer
	if err := neon.Write(&b, f, counts, "go generate ./net/kernel"); err != nil {
		return err
	}
	return os.WriteFile(*arm64, b.Bytes(), 0o644)
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
	if *arm64 != "" {
		count := GP64()
		MOVQ(n, count)
		counts[mask.ID()] = count
	}
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
