package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// poolLines writes the summaries of rows and columns.
func poolLines(masks Mem) {
	TEXT("poolLines", 4, "func(dst, x *float32, row, step, channels, tall, wide int, rowShare, columnShare float32)")
	Pragma("noescape")
	Doc("poolLines sets dst to the summaries of all rows and then of all columns of the squares x, tall rows of wide, row and",
		"step apart, after ReLU. A summary is the sum of every channel times a share, and the maximum. Those of columns are",
		"zero before.")
	dst := Load(Param("dst"), GP64()).(GPVirtual)
	x := Load(Param("x"), GP64()).(GPVirtual)
	step := Load(Param("step"), GP64()).(GPVirtual)
	channels := Load(Param("channels"), GP64()).(GPVirtual)
	floor := YMM()
	VXORPS(floor, floor, floor)
	eachPanel(masks, channels, func(name string, vectors int, mask Op) {
		summary := func(at GPVirtual, i int) (sum, peak Mem) {
			return Mem{Base: at, Disp: vector * i}, Mem{Base: at, Index: step, Scale: 1, Disp: vector * i}
		}
		total, most := make([]VecVirtual, vectors), make([]VecVirtual, vectors)
		for i := range total {
			total[i], most[i] = YMM(), YMM()
		}
		line, columns, column := GP64(), GP64(), GP64()
		MOVQ(dst, line)
		MOVQ(param("tall"), columns)
		IMULQ(step, columns)
		LEAQ(Mem{Base: dst, Index: columns, Scale: 2}, columns)
		squares(name, x, walk{begin: func() {
			for i := range total {
				VXORPS(total[i], total[i], total[i])
				VXORPS(most[i], most[i], most[i])
			}
			MOVQ(columns, column)
		}, square: func(at GPVirtual) {
			for i := range total {
				v, by, top := YMM(), YMM(), YMM()
				sum, peak := summary(column, i)
				load(Mem{Base: at, Disp: vector * i}, v, mask)
				load(sum, by, mask)
				load(peak, top, mask)
				VMAXPS(v, floor, v) // NaN stays NaN
				VADDPS(v, total[i], total[i])
				VMAXPS(most[i], v, most[i]) // NaN is never the maximum
				VADDPS(v, by, by)
				VMAXPS(top, v, top)
				store(by, sum, mask)
				store(top, peak, mask)
			}
			LEAQ(Mem{Base: column, Index: step, Scale: 2}, column)
		}, end: func() {
			share := broadcast(param("rowShare"))
			for i := range total {
				sum, peak := summary(line, i)
				VMULPS(share, total[i], total[i])
				store(total[i], sum, mask)
				store(most[i], peak, mask)
			}
			LEAQ(Mem{Base: line, Index: step, Scale: 2}, line)
		}})
		scaleColumns(name, columns, step, vectors, mask)
	}, func(bytes Constant) {
		ADDQ(bytes, dst)
		ADDQ(bytes, x)
	})
}

// scaleColumns writes a loop that multiplies the sums of the columns by their share.
func scaleColumns(name string, columns, step GPVirtual, vectors int, mask Op) {
	left, share := GP64(), broadcast(param("columnShare"))
	MOVQ(param("wide"), left)
	Label(name + "_column")
	for i := range vectors {
		sum, at := YMM(), Mem{Base: columns, Disp: vector * i}
		load(at, sum, mask)
		VMULPS(share, sum, sum)
		store(sum, at, mask)
	}
	LEAQ(Mem{Base: columns, Index: step, Scale: 2}, columns)
	DECQ(left)
	JNE(LabelRef(name + "_column"))
}

// shiftLines writes the addition of two vectors to every square, and ReLU.
func shiftLines(masks Mem) {
	TEXT("shiftLines", 4, "func(x, rows, columns *float32, row, step, channels, tall, wide int)")
	Pragma("noescape")
	Doc("shiftLines adds to every square of x, tall rows of wide, row and step apart, the vectors of its row and its column,",
		"and applies ReLU. The vectors of rows and columns are step apart.")
	x := Load(Param("x"), GP64()).(GPVirtual)
	rows := Load(Param("rows"), GP64()).(GPVirtual)
	columns := Load(Param("columns"), GP64()).(GPVirtual)
	channels := Load(Param("channels"), GP64()).(GPVirtual)
	floor := YMM()
	VXORPS(floor, floor, floor)
	eachPanel(masks, channels, func(name string, vectors int, mask Op) {
		byRow := make([]VecVirtual, vectors)
		for i := range byRow {
			byRow[i] = YMM()
		}
		of, column := GP64(), GP64()
		MOVQ(rows, of)
		squares(name, x, walk{begin: func() {
			for i := range byRow {
				load(Mem{Base: of, Disp: vector * i}, byRow[i], mask)
			}
			ADDQ(param("step"), of)
			MOVQ(columns, column)
		}, square: func(at GPVirtual) {
			for i := range byRow {
				v, more := YMM(), YMM()
				load(Mem{Base: at, Disp: vector * i}, v, mask)
				load(Mem{Base: column, Disp: vector * i}, more, mask)
				VADDPS(byRow[i], v, v)
				VADDPS(more, v, v)
				VMAXPS(v, floor, v) // NaN stays NaN
				store(v, Mem{Base: at, Disp: vector * i}, mask)
			}
			ADDQ(param("step"), column)
		}})
	}, func(bytes Constant) {
		ADDQ(bytes, rows)
		ADDQ(bytes, columns)
		ADDQ(bytes, x)
	})
}
