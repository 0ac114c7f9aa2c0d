package kernel

import (
	"math"
	"testing"
)

func TestReLUGrad(t *testing.T) { eachPath(t, testReLUGrad) }

func testReLUGrad(t *testing.T) {
	rng := newRand(41)
	for c := 1; c <= 70; c++ {
		rows := 1 + rng.IntN(20)
		grad, intact := buffer(t, "grad", rows*c)
		sum, sumIntact := buffer(t, "sum", c)
		copy(grad, normal(rng, len(grad)))
		copy(sum, normal(rng, c))
		out := normal(rng, len(grad))
		want, wantSum := doubles(grad), doubles(sum)
		for i := range out {
			if i%7 == 0 {
				out[i] = 0
			}
			if out[i] <= 0 {
				want[i] = 0
			}
			wantSum[i%c] += want[i]
		}
		ReLUGrad(grad, between(out), sum, rows, c)
		intact()
		sumIntact()
		compareWithin(t, "gradient", grad, want, 0)
		compareWithin(t, "sum", sum, wantSum, 1e-5)
	}
}

// TestReLUGradOfNoNumber checks that the gradient passes where the output is NaN.
func TestReLUGradOfNoNumber(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		grad, sum := make([]float32, 9), make([]float32, 9)
		out := make([]float32, 9)
		for i := range grad {
			grad[i], out[i] = 2, float32(math.NaN())
		}
		ReLUGrad(grad, out, sum, 1, 9)
		for i := range grad {
			if grad[i] != 2 || sum[i] != 2 {
				t.Fatalf("gradient %v, sum %v", grad, sum)
			}
		}
	})
}
