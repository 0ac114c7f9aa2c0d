package kernel

import (
	"math/rand/v2"
	"testing"
)

// naiveConv is the definition of the convolution on unpadded images, in float64.
func naiveConv(src, weights, bias, residual []float32, h, w, in, out int, relu bool) []float64 {
	dst := make([]float64, h*w*out)
	for r := range h {
		for c := range w {
			for o := range out {
				at := (r*w+c)*out + o
				var sum float64
				if bias != nil {
					sum += float64(bias[o])
				}
				if residual != nil {
					sum += float64(residual[at])
				}
				for k := range 9 {
					sr, sc := r+k/3-1, c+k%3-1
					if sr < 0 || sr >= h || sc < 0 || sc >= w {
						continue
					}
					for i := range in {
						sum += float64(src[(sr*w+sc)*in+i]) * float64(weights[(k*in+i)*out+o])
					}
				}
				if relu {
					sum = max(sum, 0)
				}
				dst[at] = sum
			}
		}
	}
	return dst
}

func TestConv3x3(t *testing.T) {
	rng := newRand(3)
	for n, s := range shapes(rng) {
		src, weights := image(rng, s.h, s.w, s.in), normal(rng, 9*s.in*s.out)
		var bias, residual []float32
		if n%2 == 0 {
			bias = normal(rng, s.out)
		}
		relu := n%3 == 0
		dst, intact := buffer(t, "dst", PaddedLen(s.h, s.w, s.out))
		var flat []float32
		if n%4 < 2 {
			flat = normal(rng, s.h*s.w*s.out)
			residual = dst // in place, as in a residual block
			Pad(dst, flat, s.h, s.w, s.out)
		}
		want := naiveConv(unpadded(src, s.h, s.w, s.in), weights, bias, flat, s.h, s.w, s.in, s.out, relu)
		conv3x3(dst, src, weights, bias, residual, s.h, s.w, s.in, s.out, relu)
		intact()
		checkBorder(t, s.String(), dst, s.h, s.w, s.out)
		compare(t, s.String(), unpadded(dst, s.h, s.w, s.out), want)
	}
}

// naiveDot returns the sum of the products of two images.
func naiveDot(a []float64, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += a[i] * float64(b[i])
	}
	return sum
}

// TestConvGradients compares both gradients with central differences of the naive convolution. The
// convolution is linear in each argument, so the differences are exact except for rounding.
func TestConvGradients(t *testing.T) {
	rng := newRand(4)
	for _, s := range []shape{{3, 3, 1, 1}, {3, 5, 2, 3}, {4, 3, 5, 4}, {6, 4, 3, 9}, {5, 7, 9, 5}} {
		src, ddst := normal(rng, s.h*s.w*s.in), normal(rng, s.h*s.w*s.out)
		weights := normal(rng, 9*s.in*s.out)
		loss := func() float64 {
			return naiveDot(naiveConv(src, weights, nil, nil, s.h, s.w, s.in, s.out, false), ddst)
		}
		wantInput, wantWeight := differences(src, loss), differences(weights, loss)

		dsrc, intact := buffer(t, "dsrc", PaddedLen(s.h, s.w, s.in))
		padded := make([]float32, PaddedLen(s.h, s.w, s.out))
		Pad(padded, ddst, s.h, s.w, s.out)
		conv3x3InputGrad(dsrc, padded, weights, s.h, s.w, s.in, s.out)
		intact()
		checkBorder(t, s.String(), dsrc, s.h, s.w, s.in)
		compare(t, "input gradient "+s.String(), unpadded(dsrc, s.h, s.w, s.in), wantInput)

		input := make([]float32, PaddedLen(s.h, s.w, s.in))
		Pad(input, src, s.h, s.w, s.in)
		dweights, intact := buffer(t, "dweights", len(weights))
		for i := range dweights { // the kernel must add the gradient to the old content
			dweights[i] = float32(i%5) - 2
			wantWeight[i] += float64(dweights[i])
		}
		conv3x3WeightGrad(dweights, input, padded, s.h, s.w, s.in, s.out)
		intact()
		compare(t, "weight gradient "+s.String(), dweights, wantWeight)
	}
}

// differences returns the central difference of a function for each element of x.
func differences(x []float32, f func() float64) []float64 {
	const step = 0.5 // a power of two: x +- step loses at most the last bits of x
	slope := make([]float64, len(x))
	for i, old := range x {
		x[i] = old + step
		high, above := f(), float64(x[i])
		x[i] = old - step
		low, below := f(), float64(x[i])
		x[i] = old
		slope[i] = (high - low) / (above - below)
	}
	return slope
}

// TestConvGradientsAreAdjoint checks both gradients on all shapes. For any ddst, three scalar
// products must be equal: of ddst with conv(src), of dsrc with src, and of dweights with the
// weights.
func TestConvGradientsAreAdjoint(t *testing.T) {
	rng := newRand(5)
	for _, s := range shapes(rng) {
		src, ddst := image(rng, s.h, s.w, s.in), image(rng, s.h, s.w, s.out)
		weights := normal(rng, 9*s.in*s.out)
		out := naiveConv(unpadded(src, s.h, s.w, s.in), weights, nil, nil, s.h, s.w, s.in, s.out, false)
		want := naiveDot(out, unpadded(ddst, s.h, s.w, s.out))

		dsrc, dweights := make([]float32, len(src)), make([]float32, len(weights))
		conv3x3InputGrad(dsrc, ddst, weights, s.h, s.w, s.in, s.out)
		conv3x3WeightGrad(dweights, src, ddst, s.h, s.w, s.in, s.out)
		scale := 1e-4 * float64(s.h*s.w*s.in*s.out)
		if got := naiveDot(doubles(dsrc), src); !near(got, want, scale) {
			t.Errorf("%v: input gradient gives %v, want %v", s, got, want)
		}
		if got := naiveDot(doubles(dweights), weights); !near(got, want, scale) {
			t.Errorf("%v: weight gradient gives %v, want %v", s, got, want)
		}
	}
}

func doubles(x []float32) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return y
}

func near(a, b, tolerance float64) bool { return a-b <= tolerance && b-a <= tolerance }

// boards are the sizes whose speed matters.
var boards = []struct{ h, w int }{{6, 4}, {8, 8}, {12, 14}}

// benchmarkConv reports the speed of one pass over an image with equal numbers of input and output
// channels, or with 37 input channels like a stem. It counts the floating-point operations of the
// direct method.
func benchmarkConv(b *testing.B, pass func(dst, src, weights []float32, s shape)) {
	rng := rand.New(rand.NewPCG(6, 0))
	for _, board := range boards {
		for _, c := range []struct{ in, out int }{{16, 16}, {24, 24}, {32, 32}, {64, 64}, {128, 128},
			{37, 32}, {37, 64}} {
			s := shape{board.h, board.w, c.in, c.out}
			b.Run(s.String(), func(b *testing.B) {
				src, dst := image(rng, s.h, s.w, s.in), image(rng, s.h, s.w, s.out)
				weights := normal(rng, 9*s.in*s.out)
				for b.Loop() {
					pass(dst, src, weights, s)
				}
				reportOperations(b, 2*9*s.h*s.w*s.in*s.out)
			})
		}
	}
}

// reportOperations reports floating-point operations a second. pass is the number of operations in
// one pass.
func reportOperations(b *testing.B, pass int) {
	b.ReportMetric(float64(pass)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
}

func BenchmarkConv3x3(b *testing.B) {
	benchmarkConv(b, func(dst, src, weights []float32, s shape) {
		conv3x3(dst, src, weights, nil, nil, s.h, s.w, s.in, s.out, true)
	})
}

func BenchmarkConv3x3InputGrad(b *testing.B) {
	benchmarkConv(b, func(dst, src, weights []float32, s shape) {
		conv3x3InputGrad(src, dst, weights, s.h, s.w, s.in, s.out)
	})
}

func BenchmarkConv3x3WeightGrad(b *testing.B) {
	benchmarkConv(b, func(dst, src, weights []float32, s shape) {
		conv3x3WeightGrad(weights, src, dst, s.h, s.w, s.in, s.out)
	})
}
