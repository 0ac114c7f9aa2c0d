package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// poolLines writes the summaries of the image, its rows and its columns.
func poolLines(masks Mem) {
	TEXT("poolLines", 4, "func(dst, x *float32, row, step, channels, tall, wide int, share, rowShare, columnShare float32)")
	Pragma("noescape")
	Doc("poolLines sets dst to the summaries of all squares x, tall rows of wide, row and step apart, then of each row, then of",
		"each column, after ReLU. A summary is the sum of every channel times a share, and the maximum. Before, the first",
		"summary and those of the columns are zero.")
	dst := Load(Param("dst"), GP64()).(GPVirtual)
	x := Load(Param("x"), GP64()).(GPVirtual)
	step := Load(Param("step"), GP64()).(GPVirtual)
	channels := Load(Param("channels"), GP64()).(GPVirtual)
	floor := YMM()
	VXORPS(floor, floor, floor)
	eachPanel(masks, channels, func(name string, vectors int, mask Op) {
		s := &summaries{step: step, mask: mask, all: zeroed(vectors), sums: zeroed(vectors),
			peaks: zeroed(vectors)}
		line, columns, column := GP64(), GP64(), GP64()
		LEAQ(Mem{Base: dst, Index: step, Scale: 2}, line)
		MOVQ(param("tall"), columns)
		IMULQ(step, columns)
		LEAQ(Mem{Base: line, Index: columns, Scale: 2}, columns)
		squares(name, x, walk{begin: func() {
			for i := range s.sums {
				VXORPS(s.sums[i], s.sums[i], s.sums[i])
				VXORPS(s.peaks[i], s.peaks[i], s.peaks[i])
			}
			MOVQ(columns, column)
		}, square: func(at GPVirtual) {
			s.square(at, column, floor)
			s.next(column)
		}, end: func() {
			s.endRow(dst, line)
			s.next(line)
		}})
		for i, sum := range s.all {
			VMULPS(broadcast(param("share")), sum, sum)
			store(sum, s.sum(dst, i), mask)
		}
		s.scaleColumns(name, columns)
	}, func(bytes Constant) {
		ADDQ(bytes, dst)
		ADDQ(bytes, x)
	})
}

// summaries are the registers of poolLines for some vectors of channels.
type summaries struct {
	step             GPVirtual
	mask             Op
	all, sums, peaks []VecVirtual // all belongs to the image, sums and peaks to the row
}

// sum and peak return the addresses of a vector of a summary.
func (s *summaries) sum(at GPVirtual, i int) Mem { return Mem{Base: at, Disp: vector * i} }

func (s *summaries) peak(at GPVirtual, i int) Mem {
	return Mem{Base: at, Index: s.step, Scale: 1, Disp: vector * i}
}

// next writes the step to the next summary.
func (s *summaries) next(at GPVirtual) { LEAQ(Mem{Base: at, Index: s.step, Scale: 2}, at) }

// square writes the addition of a square to the image, its row and its column.
func (s *summaries) square(at, column GPVirtual, floor Op) {
	for i := range s.sums {
		v, of := YMM(), YMM()
		load(Mem{Base: at, Disp: vector * i}, v, s.mask)
		VMAXPS(v, floor, v) // NaN stays NaN
		VADDPS(v, s.all[i], s.all[i])
		VADDPS(v, s.sums[i], s.sums[i])
		VMAXPS(s.peaks[i], v, s.peaks[i]) // NaN is never the maximum
		load(s.sum(column, i), of, s.mask)
		VADDPS(v, of, of)
		store(of, s.sum(column, i), s.mask)
		load(s.peak(column, i), of, s.mask)
		VMAXPS(of, v, of)
		store(of, s.peak(column, i), s.mask)
	}
}

// endRow writes the summary of a row, and adds its maxima to those of the image.
func (s *summaries) endRow(all, line GPVirtual) {
	share := broadcast(param("rowShare"))
	for i, sum := range s.sums {
		VMULPS(share, sum, sum)
		store(sum, s.sum(line, i), s.mask)
		store(s.peaks[i], s.peak(line, i), s.mask)
		load(s.peak(all, i), sum, s.mask)
		VMAXPS(sum, s.peaks[i], sum)
		store(sum, s.peak(all, i), s.mask)
	}
}

// scaleColumns writes a loop that multiplies the sums of the columns by their share.
func (s *summaries) scaleColumns(name string, columns GPVirtual) {
	left, share := GP64(), broadcast(param("columnShare"))
	MOVQ(param("wide"), left)
	Label(name + "_column")
	for i := range s.sums {
		sum := YMM()
		load(s.sum(columns, i), sum, s.mask)
		VMULPS(share, sum, sum)
		store(sum, s.sum(columns, i), s.mask)
	}
	s.next(columns)
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
