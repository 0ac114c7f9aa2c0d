package kernel

import (
	"math"
	"testing"
)

// TestConvGrad checks the gradient of several samples, added in two parts after others that were
// reset, against the direct one.
func TestConvGrad(t *testing.T) { eachPath(t, testConvGrad) }

func testConvGrad(t *testing.T) {
	rng := newRand(15)
	for _, s := range shapes(rng) {
		const first, samples = 1, 4
		src, ddst := make([]float32, 0), make([]float32, 0)
		want := make([]float32, 9*s.in*s.out)
		got, intact := buffer(t, "dweights", len(want))
		for range samples {
			x, y := image(rng, s.h, s.w, s.in), image(rng, s.h, s.w, s.out)
			Conv3x3WeightGrad(want, x, y, s.h, s.w, s.in, s.out)
			src, ddst = append(src, x...), append(ddst, y...)
		}
		g := NewConvGrad(s.in, s.out)
		scratch, scratchIntact := buffer(t, "scratch", g.ScratchLen(samples-first, s.h, s.w))
		spoil(scratch)
		g.Add(src, ddst, scratch, 1, s.h, s.w)
		g.Reset()
		g.Store(got)
		compare(t, "gradient after Reset", got, make([]float64, len(got)))
		g.Add(src, ddst, scratch, first, s.h, s.w)
		g.Add(src[first*PaddedLen(s.h, s.w, s.in):], ddst[first*PaddedLen(s.h, s.w, s.out):], scratch, samples-first, s.h, s.w)
		g.Store(got)
		intact()
		scratchIntact()
		compareWithin(t, s.String(), got, doubles(want), 3e-5*math.Sqrt(float64(samples*s.h*s.w)))
	}
}

// TestConvGradOfManySamples checks that so many samples that they are summed in several passes
// make what they make one by one.
func TestConvGradOfManySamples(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		const h, w, in, out, samples = 11, 14, 9, 10, 13 // 12 tiles each
		rng := newRand(17)
		src, ddst := make([]float32, 0), make([]float32, 0)
		for range samples {
			src, ddst = append(src, image(rng, h, w, in)...), append(ddst, image(rng, h, w, out)...)
		}
		together, alone := NewConvGrad(in, out), NewConvGrad(in, out)
		scratch, intact := buffer(t, "scratch", together.ScratchLen(samples, h, w))
		together.Add(src, ddst, scratch, samples, h, w)
		intact()
		for i := range samples {
			alone.Add(src[i*PaddedLen(h, w, in):], ddst[i*PaddedLen(h, w, out):], scratch, 1, h, w)
		}
		got, want := make([]float32, 9*in*out), make([]float32, 9*in*out)
		together.Store(got)
		alone.Store(want)
		compareWithin(t, "gradient", got, doubles(want), 3e-5*math.Sqrt(samples*h*w))
	})
}

func BenchmarkConvGrad(b *testing.B) {
	rng := newRand(16)
	for _, board := range boards {
		for _, c := range []int{16, 24, 32, 64} {
			h, w := board.h, board.w
			b.Run(shape{h, w, c, c}.String(), func(b *testing.B) {
				const samples = 8
				src, ddst := normal(rng, samples*PaddedLen(h, w, c)), normal(rng, samples*PaddedLen(h, w, c))
				g := NewConvGrad(c, c)
				scratch := make([]float32, g.ScratchLen(samples, h, w))
				for b.Loop() {
					g.Add(src, ddst, scratch, samples, h, w)
				}
				operations := 2 * 9 * samples * float64(h*w*c*c) * float64(b.N)
				b.ReportMetric(operations/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}
