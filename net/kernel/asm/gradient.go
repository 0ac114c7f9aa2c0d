package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The predicates of VCMPPS.
const (
	equal    = 0
	positive = 0x16 // not less than or equal, against zero: NaN passes
)

// addPanel adds sums to the values at to.
func addPanel(sums []VecVirtual, to GPVirtual, mask Op) {
	for i, sum := range sums {
		at, before := Mem{Base: to, Disp: vector * i}, YMM()
		load(at, before, mask)
		VADDPS(before, sum, sum)
		store(sum, at, mask)
	}
}

// reluGrad writes the gradient through a ReLU.
func reluGrad(masks Mem) {
	TEXT("reluGrad", 4, "func(grad, out, sum *float32, step, channels, rows int)")
	Pragma("noescape")
	Doc("reluGrad sets grad to zero where out is not positive, in rows step apart, and adds the sum of the rows to sum.")
	grad := Load(Param("grad"), GP64()).(GPVirtual)
	out := Load(Param("out"), GP64()).(GPVirtual)
	sum := Load(Param("sum"), GP64()).(GPVirtual)
	step := Load(Param("step"), GP64()).(GPVirtual)
	channels := Load(Param("channels"), GP64()).(GPVirtual)
	zero := YMM()
	VXORPS(zero, zero, zero)
	eachPanel(masks, channels, func(name string, vectors int, mask Op) {
		at, by, turn := GP64(), GP64(), GP64()
		MOVQ(grad, at)
		MOVQ(out, by)
		MOVQ(param("rows"), turn)
		sums := zeroed(vectors)
		Label(name + "_row")
		for i, total := range sums {
			g, o := YMM(), YMM()
			load(Mem{Base: by, Disp: vector * i}, o, mask)
			load(Mem{Base: at, Disp: vector * i}, g, mask)
			VCMPPS(U8(positive), zero, o, o)
			VANDPS(o, g, g)
			VADDPS(g, total, total)
			store(g, Mem{Base: at, Disp: vector * i}, mask)
		}
		ADDQ(step, at)
		ADDQ(step, by)
		DECQ(turn)
		JNE(LabelRef(name + "_row"))
		addPanel(sums, sum, mask)
	}, func(bytes Constant) {
		for _, p := range []GPVirtual{grad, out, sum} {
			ADDQ(bytes, p)
		}
	})
}

func zeroed(vectors int) []VecVirtual {
	list := make([]VecVirtual, vectors)
	for i := range list {
		list[i] = YMM()
		VXORPS(list[i], list[i], list[i])
	}
	return list
}

// poolGrad writes the gradient of global pooling.
func poolGrad(masks Mem) {
	TEXT("poolGrad", 4, "func(grad, x, peak, mean, most, sum *float32, step, channels, rows int, share float32)")
	Pragma("noescape")
	Doc("poolGrad changes grad where x is positive. It adds share times mean to every row, and most to the first row in",
		"which x equals peak. Then it adds the sum of the rows of grad to sum. Rows lie step bytes apart.")
	grad := Load(Param("grad"), GP64()).(GPVirtual)
	x := Load(Param("x"), GP64()).(GPVirtual)
	peak := Load(Param("peak"), GP64()).(GPVirtual)
	mean := Load(Param("mean"), GP64()).(GPVirtual)
	most := Load(Param("most"), GP64()).(GPVirtual)
	sum := Load(Param("sum"), GP64()).(GPVirtual)
	step := Load(Param("step"), GP64()).(GPVirtual)
	channels := Load(Param("channels"), GP64()).(GPVirtual)
	zero, share := YMM(), broadcast(param("share"))
	VXORPS(zero, zero, zero)
	eachVector(masks, channels, func(name string, mask Op) {
		at, by, turn := GP64(), GP64(), GP64()
		MOVQ(grad, at)
		MOVQ(x, by)
		MOVQ(param("rows"), turn)
		total, average, pending, top := YMM(), YMM(), YMM(), YMM()
		VXORPS(total, total, total)
		load(Mem{Base: mean}, average, mask)
		load(Mem{Base: most}, pending, mask)
		load(Mem{Base: peak}, top, mask)
		VMULPS(share, average, average)
		Label(name + "_row")
		v, is, add, g := YMM(), YMM(), YMM(), YMM()
		load(Mem{Base: by}, v, mask)
		load(Mem{Base: at}, g, mask)
		VCMPPS(U8(equal), top, v, is)
		VANDPS(is, pending, add)
		VANDNPS(pending, is, pending)
		VADDPS(average, add, add)
		VCMPPS(U8(positive), zero, v, v)
		VANDPS(v, add, add)
		VADDPS(add, g, g)
		VADDPS(g, total, total)
		store(g, Mem{Base: at}, mask)
		ADDQ(step, at)
		ADDQ(step, by)
		DECQ(turn)
		JNE(LabelRef(name + "_row"))
		addPanel([]VecVirtual{total}, sum, mask)
	}, func() {
		for _, p := range []GPVirtual{grad, x, peak, mean, most, sum} {
			ADDQ(U8(vector), p)
		}
	})
}

// gatherGrad writes the code that transforms the gradient of a convolution's weights back from
// frequencies.
func gatherGrad(masks, constTwelfth, constHalf Mem) {
	TEXT("gatherGrad", 4, "func(dst, sums *float32, stride, tap, channels int)")
	Pragma("noescape")
	Doc("gatherGrad sets nine taps of all channels, tap apart from dst on, to those of the 36 frequencies that lie stride apart from sums on.")
	dst := Load(Param("dst"), GP64()).(GPVirtual)
	sums := Load(Param("sums"), GP64()).(GPVirtual)
	stride := Load(Param("stride"), GP64()).(GPVirtual)
	channels := Load(Param("channels"), GP64()).(GPVirtual)
	twelfth, half := broadcast(constTwelfth), broadcast(constHalf)
	row := GP64()
	IMUL3Q(U8(side), stride, row)
	eachVector(masks, channels, func(name string, mask Op) {
		to := GP64()
		MOVQ(dst, to)
		for r := range 3 {
			from := six{GP64(), GP64(), row}
			MOVQ(sums, from.base)
			from.begin()
			var line [side]VecVirtual // row r of G^T sums
			for j := range side {
				var x [side]VecVirtual
				for i := range side {
					if i == 0 && r > 0 || i == 5 && r < 2 {
						continue // the row does not depend on this one
					}
					x[i] = YMM()
					load(from.at(i), x[i], mask)
				}
				line[j] = gatherWeights(x, r, twelfth, half)
				from.move(stride)
			}
			for k := range 3 {
				store(gatherWeights(line, k, twelfth, half), Mem{Base: to}, mask)
				ADDQ(param("tap"), to)
			}
		}
	}, func() {
		ADDQ(U8(vector), dst)
		ADDQ(U8(vector), sums)
	})
}

// gatherWeights computes row r of G^T x.
func gatherWeights(x [side]VecVirtual, r int, twelfth, half Op) VecVirtual {
	switch r {
	case 0: // x0/4 - (x1+x2)/6 + (x3+x4)/24
		w := plus(x[0], x[0])
		VADDPS(x[0], w, w)
		VFMADD231PS(plus(x[3], x[4]), half, w)
		s := plus(x[1], x[2])
		VSUBPS(s, w, w)
		VSUBPS(s, w, w)
		VMULPS(twelfth, w, w)
		return w
	case 1: // (x2-x1)/6 + (x3-x4)/12
		d := minus(x[2], x[1])
		VADDPS(d, d, d)
		VADDPS(minus(x[3], x[4]), d, d)
		VMULPS(twelfth, d, d)
		return d
	default: // (x3+x4)/6 - (x1+x2)/6 + x5
		d := minus(plus(x[3], x[4]), plus(x[1], x[2]))
		VADDPS(d, d, d)
		return plusTimes(x[5], twelfth, d)
	}
}
