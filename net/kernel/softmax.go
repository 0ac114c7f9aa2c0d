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
		peak = max(peak, v)
	}
	var sum float64
	for i, v := range x {
		exp := math.Exp(float64(v - peak))
		x[i] = float32(exp)
		sum += exp
	}
	share := 1 / sum
	for i := range x {
		x[i] = float32(float64(x[i]) * share)
	}
}
