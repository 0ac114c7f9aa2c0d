package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// sumRows writes the sum of rows.
func sumRows(masks Mem) {
	TEXT("sumRows", 4, "func(dst, x *float32, stride, rows, columns int)")
	Pragma("noescape")
	Doc("sumRows sets dst to the sum of one row of x or more, stride apart, from the first to the last.")
	dst := Load(Param("dst"), GP64()).(GPVirtual)
	x := Load(Param("x"), GP64()).(GPVirtual)
	stride := Load(Param("stride"), GP64()).(GPVirtual)
	channels := Load(Param("columns"), GP64()).(GPVirtual)
	eachPanel(masks, channels, func(name string, vectors int, mask Op) {
		at, turn := GP64(), GP64()
		MOVQ(x, at)
		MOVQ(param("rows"), turn)
		sums := zeroed(vectors)
		Label(name + "_row")
		for i, sum := range sums {
			v := YMM()
			load(Mem{Base: at, Disp: vector * i}, v, mask)
			VADDPS(v, sum, sum)
		}
		ADDQ(stride, at)
		DECQ(turn)
		JNE(LabelRef(name + "_row"))
		for i, sum := range sums {
			store(sum, Mem{Base: dst, Disp: vector * i}, mask)
		}
	}, func(bytes Constant) {
		ADDQ(bytes, dst)
		ADDQ(bytes, x)
	})
}

// adamW writes a step of the optimiser, in float64, four weights at a time.
func adamW() {
	TEXT("adamW", 4, "func(weights, grads, mean, square *float32, fours int, c *float64)")
	Pragma("noescape")
	Doc("adamW is the loop of [AdamW.Update]; c are its factors.")
	weights := Load(Param("weights"), GP64()).(GPVirtual)
	grads := Load(Param("grads"), GP64()).(GPVirtual)
	mean := Load(Param("mean"), GP64()).(GPVirtual)
	square := Load(Param("square"), GP64()).(GPVirtual)
	turn := Load(Param("fours"), GP64()).(GPVirtual)
	at := Load(Param("c"), GP64()).(GPVirtual)
	var factors [9]VecVirtual
	for i := range factors {
		factors[i] = YMM()
		VBROADCASTSD(Mem{Base: at, Disp: 8 * i}, factors[i])
	}
	beta1, rest1, beta2, rest2, scale := factors[0], factors[1], factors[2], factors[3], factors[4]
	keep, rate, correction, epsilon := factors[5], factors[6], factors[7], factors[8]

	double := func(from GPVirtual) VecVirtual {
		y := YMM()
		VCVTPS2PD(Mem{Base: from}, y)
		return y
	}
	single := func(x VecVirtual, to GPVirtual) {
		y := XMM()
		VCVTPD2PSY(x, y)
		VMOVUPS(y, Mem{Base: to})
		ADDQ(U8(16), to)
	}
	Label("four")
	g := double(grads)
	ADDQ(U8(16), grads)
	VMULPD(scale, g, g)
	m, v, t := double(mean), double(square), YMM()
	VMULPD(beta1, m, m)
	VMULPD(rest1, g, t)
	VADDPD(t, m, m)
	single(m, mean)
	VMULPD(beta2, v, v)
	VMULPD(rest2, g, t)
	VMULPD(g, t, t)
	VADDPD(t, v, v)
	single(v, square)
	VMULPD(correction, v, v)
	VSQRTPD(v, v)
	VADDPD(epsilon, v, v)
	VMULPD(rate, m, m)
	VDIVPD(v, m, m)
	w := double(weights)
	VMULPD(keep, w, w)
	VSUBPD(m, w, w)
	single(w, weights)
	DECQ(turn)
	JNE(LabelRef("four"))
	VZEROUPPER()
	RET()
}
