package kernel

import "math"

// Softmax turns logits into probabilities in place. Their sum is 1 within 1e-6, and their relative
// error is at most 1e-5. In assembly, probabilities below 1e-37 have an absolute error of
// 1e-37. If a logit is NaN or +Inf, all results are NaN. The logit -Inf gives the probability 0.
func Softmax(x []float32) {
	if len(x) == 0 {
		return
	}
	if vectors {
		softmaxVectors(x)
		return
	}
	peak := x[0]
	for _, v := range x {
		if v > peak { // in WebAssembly, max is a call
			peak = v
		}
	}
	var sum float64
	for i, v := range x {
		e := expOf(float64(v - peak))
		x[i] = float32(e)
		sum += e
	}
	share := 1 / sum
	for i := range x {
		x[i] = float32(float64(x[i]) * share)
	}
}

// expOf returns e^x for x <= 0, with a relative error of at most 1e-8, and 0 below -700. In WebAssembly it is
// faster than [math.Exp].
func expOf(x float64) float64 {
	if x < -700 {
		return 0
	}
	twos := math.Floor(x*math.Log2E + 0.5)
	r := x - twos*math.Ln2
	// The first terms of the series of e^r, where |r| is at most half of the logarithm of 2.
	y := 1 + r*(1+r*(1./2+r*(1./6+r*(1./24+r*(1./120+r*(1./720+r*(1./5040)))))))
	return y * math.Float64frombits(uint64(int64(twos)+1023)<<52)
}
