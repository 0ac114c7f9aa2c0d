package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// softmax writes three passes over the numbers: the largest, the exponentials, the division.
func softmax(masks Mem) {
	TEXT("softmax", 4, "func(x *float32, count int)")
	Pragma("noescape")
	Doc("softmax turns count logits into probabilities.")
	x := Load(Param("x"), GP64()).(GPVirtual)
	rest := Load(Param("count"), GP64()).(GPVirtual)
	vectors := GP64()
	MOVQ(rest, vectors)
	SHRQ(U8(3), vectors)
	ANDQ(U8(7), rest)
	mask := loadMask(masks, rest)
	e := newExponential()

	peak := broadcast(floatConstant("lowest", math.Inf(-1)))
	eachPart("peak", x, vectors, rest, func(at Mem, isRest bool) {
		v := YMM()
		if isRest {
			VMASKMOVPS(at, mask, v)
			VBLENDVPS(mask, v, peak, v)
		} else {
			VMOVUPS(at, v)
		}
		VMAXPS(v, peak, peak)
	})
	turned := YMM()
	VPERM2F128(U8(1), peak, peak, turned)
	VMAXPS(turned, peak, peak)
	VSHUFPS(U8(0x4E), peak, peak, turned)
	VMAXPS(turned, peak, peak)
	VSHUFPS(U8(0xB1), peak, peak, turned)
	VMAXPS(turned, peak, peak)

	low, high := YMM(), YMM() // sums in float64
	VXORPD(low, low, low)
	VXORPD(high, high, high)
	eachPart("exp", x, vectors, rest, func(at Mem, isRest bool) {
		v, wide := YMM(), YMM()
		if isRest {
			VMASKMOVPS(at, mask, v)
		} else {
			VMOVUPS(at, v)
		}
		VSUBPS(peak, v, v)
		y := e.of(v)
		if isRest {
			VMASKMOVPS(y, mask, at)
			VANDPS(mask, y, y)
		} else {
			VMOVUPS(y, at)
		}
		VCVTPS2PD(y.AsX(), wide)
		VADDPD(wide, low, low)
		VEXTRACTF128(U8(1), y, y.AsX())
		VCVTPS2PD(y.AsX(), wide)
		VADDPD(wide, high, high)
	})
	VADDPD(high, low, low)
	VEXTRACTF128(U8(1), low, high.AsX())
	VADDPD(high.AsX(), low.AsX(), low.AsX())
	VHADDPD(low.AsX(), low.AsX(), low.AsX())
	VCVTSD2SS(low.AsX(), low.AsX(), low.AsX())
	share := YMM()
	VBROADCASTSS(floatConstant("unit", 1), share)
	VDIVSS(low.AsX(), share.AsX(), share.AsX())
	VBROADCASTSS(share.AsX(), share)
	eachPart("divide", x, vectors, rest, func(at Mem, isRest bool) {
		v := YMM()
		if isRest {
			VMASKMOVPS(at, mask, v)
			VMULPS(share, v, v)
			VMASKMOVPS(v, mask, at)
			return
		}
		VMULPS(at, share, v)
		VMOVUPS(v, at)
	})
	VZEROUPPER()
	RET()
}

// eachPart writes a loop over the whole vectors at x, then the rest if there is one.
func eachPart(name string, x, vectors, rest GPVirtual, body func(at Mem, isRest bool)) {
	at, turn := GP64(), GP64()
	MOVQ(x, at)
	MOVQ(vectors, turn)
	TESTQ(turn, turn)
	JEQ(LabelRef(name + "_rest"))
	Label(name + "_vector")
	body(Mem{Base: at}, false)
	ADDQ(U8(vector), at)
	DECQ(turn)
	JNE(LabelRef(name + "_vector"))
	Label(name + "_rest")
	TESTQ(rest, rest)
	JEQ(LabelRef(name + "_done"))
	body(Mem{Base: at}, true)
	Label(name + "_done")
}

// exponential writes e^x for x <= 0 as 2^n e^r, with an integer n and |r| <= log(2)/2. It uses the
// polynomial of Cephes' expf (S. Moshier). The error is at most 2 units in the last place. Below
// -87 it returns e^-87.
type exponential struct {
	lowest, log2e, ln2High, ln2Low, bias Mem
	factors                              []Mem
}

func newExponential() *exponential {
	e := &exponential{
		lowest:  floatConstant("exp_lowest", -87),
		log2e:   floatConstant("exp_log2e", math.Log2E),
		ln2High: floatConstant("exp_ln2_high", 0.693359375),
		ln2Low:  floatConstant("exp_ln2_low", -2.12194440e-4),
		bias:    ConstData("exp_bias", U32(127)),
	}
	names := "abcdefgh"
	for i, f := range []float64{1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2,
		1.6666665459e-1, 5.0000001201e-1, 1, 1} {
		e.factors = append(e.factors, floatConstant("exp_factor_"+names[i:i+1], f))
	}
	return e
}

// of returns e^x. NaN stays NaN.
func (e *exponential) of(x VecVirtual) VecVirtual {
	n, y := YMM(), YMM()
	VMAXPS(x, broadcast(e.lowest), x)
	VMULPS(broadcast(e.log2e), x, n)
	VROUNDPS(U8(0), n, n)
	VFNMADD231PS(broadcast(e.ln2High), n, x)
	VFNMADD231PS(broadcast(e.ln2Low), n, x)
	VBROADCASTSS(e.factors[0], y)
	for _, f := range e.factors[1:] {
		VFMADD213PS(broadcast(f), x, y)
	}
	VCVTPS2DQ(n, n)
	VPADDD(broadcast(e.bias), n, n)
	VPSLLD(U8(23), n, n)
	VMULPS(n, y, y)
	return y
}

func floatConstant(name string, x float64) Mem { return constant(name, float32(x)) }
