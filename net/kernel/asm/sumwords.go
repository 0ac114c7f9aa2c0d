package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// sumWords writes the sum of rows of 64 bytes, which a list of numbers chooses from a table. Its parts
// have 32 bits each.
func sumWords() {
	TEXT("sumWords", 4, "func(sums, table *uint64, rows *int32, count, limit int)")
	Pragma("noescape")
	Doc("sumWords sets the 64 bytes at sums to the sum of the rows of table that the numbers at rows choose.",
		"Then it sets the next 32 bytes to zero. It sets nothing if a number is negative, or limit or more.")
	sums := Load(Param("sums"), GP64())
	table := Load(Param("table"), GP64())
	rows := Load(Param("rows"), GP64())
	count := Load(Param("count"), GP64())
	limit := Load(Param("limit"), GP64())
	a, b := YMM(), YMM()
	VXORPS(a, a, a)
	VXORPS(b, b, b)
	row := GP64()
	for _, together := range []int{4, 1} {
		name := fmt.Sprintf("rows%d", together)
		Label(name)
		CMPQ(count, U8(together))
		JLT(LabelRef(name + "_done"))
		for i := range together {
			MOVLQSX(Mem{Base: rows, Disp: 4 * i}, row)
			CMPQ(row, limit)
			JCC(LabelRef("wrong"))
			SHLQ(U8(6), row)
			ADDQ(table, row)
			VPADDD(Mem{Base: row}, a, a)
			VPADDD(Mem{Base: row, Disp: vector}, b, b)
		}
		ADDQ(U8(4*together), rows)
		SUBQ(U8(together), count)
		JMP(LabelRef(name))
		Label(name + "_done")
	}
	VMOVUPS(a, Mem{Base: sums})
	VMOVUPS(b, Mem{Base: sums, Disp: vector})
	zero := YMM()
	VXORPS(zero, zero, zero)
	VMOVUPS(zero, Mem{Base: sums, Disp: 2 * vector})
	Label("wrong")
	VZEROUPPER()
	RET()
}
