package kernel

import (
	"math"
	"testing"
)

func TestSoftmax(t *testing.T) { eachPath(t, testSoftmax) }

// testSoftmax holds the bounds that Softmax promises, on logits from nearly equal to far apart.
func testSoftmax(t *testing.T) {
	rng := newRand(13)
	var worst, worstSum float64
	for n := 1; n <= 300; n++ {
		for _, spread := range []float32{1e-3, 1, 5, 30, 300} {
			x, intact := buffer(t, "x", n)
			copy(x, normal(rng, n))
			for i := range x {
				x[i] = x[i]*spread + 10*spread*float32(n%5-2)
			}
			want := exactSoftmax(x)
			Softmax(x)
			intact()
			var sum float64
			for i, p := range x {
				sum += float64(p)
				off := math.Abs(float64(p) - want[i])
				if !(off <= 1e-5*want[i]+1e-37) {
					t.Fatalf("%d logits, spread %v: probability %d is %v, want %v", n, spread, i, p, want[i])
				}
				if want[i] > 1e-37 {
					worst = max(worst, off/want[i])
				}
			}
			worstSum = max(worstSum, math.Abs(sum-1))
			if !(math.Abs(sum-1) <= 1e-6) {
				t.Fatalf("%d logits, spread %v: the sum is %v", n, spread, sum)
			}
		}
	}
	t.Logf("largest relative error %.1e, of the sum %.1e", worst, worstSum)
}

func exactSoftmax(x []float32) []float64 {
	y, total, peak := make([]float64, len(x)), 0.0, math.Inf(-1)
	for _, v := range x {
		peak = max(peak, float64(v))
	}
	for i, v := range x {
		y[i] = math.Exp(float64(v) - peak)
		total += y[i]
	}
	for i := range y {
		y[i] /= total
	}
	return y
}

func TestSoftmaxOfBadLogits(t *testing.T) { eachPath(t, testSoftmaxOfBadLogits) }

func testSoftmaxOfBadLogits(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, bad := range []float32{nan, inf} {
		for n := 1; n <= 20; n++ {
			for at := range n {
				x := make([]float32, n)
				x[at] = bad
				Softmax(x)
				for i, p := range x {
					if p == p {
						t.Fatalf("%v at %d of %d: probability %d is %v", bad, at, n, i, p)
					}
				}
			}
		}
	}
	x := []float32{1, -inf, 1}
	if Softmax(x); x[0] != 0.5 || x[1] > 1e-37 || x[2] != 0.5 {
		t.Errorf("with a logit of -Inf: %v", x)
	}
}

func TestExpOf(t *testing.T) {
	for x := 0.0; x > -700; x -= 0.0137 {
		if want := math.Exp(x); !(math.Abs(expOf(x)-want) <= 1e-8*want) {
			t.Fatalf("%v: %v, want %v", x, expOf(x), want)
		}
	}
	one, none, bad := expOf(0), expOf(math.Inf(-1)), expOf(math.NaN())
	if one != 1 || none != 0 || bad == bad {
		t.Errorf("0, -Inf and NaN give %v, %v and %v", one, none, bad)
	}
}
