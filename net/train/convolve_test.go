package train

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"epaminondas/net/kernel"
)

// TestConvolve compares the convolution and its gradients with those of net/kernel.
func TestConvolve(t *testing.T) {
	for _, c := range []struct{ h, w, in, out int }{{3, 3, 1, 1}, {4, 3, 5, 2}, {6, 4, 37, 16}, {12, 14, 8, 70}} {
		t.Run(fmt.Sprintf("%dx%d/%d-%d", c.w, c.h, c.in, c.out), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			from := layout{batch: 1, h: c.h, w: c.w, c: c.in, border: 1}
			to := layout{batch: 1, h: c.h, w: c.w, c: c.out, border: 1}
			src, grad := randomImage(rng, from), randomImage(rng, to)
			weights := randomValues(rng, 9*c.in*c.out)

			got, want := make([]float32, to.size()), make([]float32, to.size())
			addConv(got, src, weights, from, to)
			kernel.Conv3x3(want, src, weights, nil, nil, c.h, c.w, c.in, c.out, false)
			compare(t, "output", got, want)

			turned := make([]float32, len(weights))
			turn(turned, weights, c.in, c.out)
			got, want = make([]float32, from.size()), make([]float32, from.size())
			addConv(got, grad, turned, to, from)
			kernel.Conv3x3InputGrad(want, grad, weights, c.h, c.w, c.in, c.out)
			compare(t, "gradient of the input", got, want)

			got, want = randomValues(rng, len(weights)), make([]float32, len(weights))
			copy(want, got) // both add
			addConvWeightGrad(got, src, grad, from, to)
			kernel.Conv3x3WeightGrad(want, src, grad, c.h, c.w, c.in, c.out)
			compare(t, "gradient of the weights", got, want)
		})
	}
}

// randomImage returns a sample of a padded layout in which, as behind a ReLU, half is zero.
func randomImage(rng *rand.Rand, l layout) []float32 {
	image := make([]float32, l.size())
	for y := range l.h {
		row := l.row(image, 0, y)
		copy(row, randomValues(rng, len(row)))
		rectify(row)
	}
	return image
}

func randomValues(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(rng.NormFloat64())
	}
	return x
}

// compare checks that two tensors are equal but for rounding.
func compare(t *testing.T, what string, got, want []float32) {
	t.Helper()
	for i := range want {
		if math.Abs(float64(got[i]-want[i])) > 1e-4*(1+math.Abs(float64(want[i]))) {
			t.Fatalf("%s: element %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}
