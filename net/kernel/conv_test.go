package kernel

import (
	"fmt"
	"math"
	"testing"
)

func TestConvRun(t *testing.T) { eachPath(t, testConvRun) }

func testConvRun(t *testing.T) {
	rng := newRand(12)
	// Wide shapes take more than one panel of weights. They have many tiles or few.
	wide := []shape{{6, 4, 8, 40}, {14, 5, 17, 72}, {4, 4, 70, 56}, {9, 11, 33, 90}, {12, 14, 24, 128}}
	for n, s := range append(shapes(rng), wide...) {
		src, weights := image(rng, s.h, s.w, s.in), normal(rng, 9*s.in*s.out)
		var bias, residual, flat []float32
		if n%2 == 0 {
			bias = normal(rng, s.out)
		}
		relu := n%3 == 0
		dst, intact := buffer(t, "dst", PaddedLen(s.h, s.w, s.out))
		if n%4 < 2 {
			flat = normal(rng, s.h*s.w*s.out)
			residual = dst
			Pad(dst, flat, s.h, s.w, s.out)
		}
		want := naiveConv(unpadded(src, s.h, s.w, s.in), weights, bias, flat, s.h, s.w, s.in, s.out, relu)
		c := NewConv(weights, bias, s.in, s.out)
		clear(weights) // the convolution has its own copy
		clear(bias)
		scratch, scratchIntact := buffer(t, "scratch", c.ScratchLen(s.h, s.w))
		spoil(scratch)
		c.Run(dst, src, residual, scratch, s.h, s.w, relu)
		intact()
		scratchIntact()
		checkBorder(t, s.String(), dst, s.h, s.w, s.out)
		compareWithin(t, s.String(), unpadded(dst, s.h, s.w, s.out), want,
			1e-4*math.Sqrt(max(1, float64(s.in)/4)))
	}
}

// TestConvRunsInputGradient checks LoadTurned against the direct gradient.
func TestConvRunsInputGradient(t *testing.T) { eachPath(t, testConvRunsInputGradient) }

func testConvRunsInputGradient(t *testing.T) {
	rng := newRand(13)
	for _, s := range shapes(rng) {
		ddst, weights := image(rng, s.h, s.w, s.out), normal(rng, 9*s.in*s.out)
		want, got := image(rng, s.h, s.w, s.in), image(rng, s.h, s.w, s.in)
		conv3x3InputGrad(want, ddst, weights, s.h, s.w, s.in, s.out)
		c := NewConv(weights, nil, s.out, s.in)
		c.LoadTurned(weights)
		c.Run(got, ddst, nil, make([]float32, c.ScratchLen(s.h, s.w)), s.h, s.w, false)
		compare(t, s.String(), got, doubles(want))
	}
}

func TestConvRunDoesNotAllocate(t *testing.T) { eachPath(t, testConvRunDoesNotAllocate) }

func testConvRunDoesNotAllocate(t *testing.T) {
	rng := newRand(14)
	const h, w, in, out = 6, 5, 5, 7
	src, dst, weights := image(rng, h, w, in), image(rng, h, w, out), normal(rng, 9*in*out)
	c := NewConv(weights, nil, in, out)
	g := NewConvGrad(in, out)
	scratch := make([]float32, max(c.ScratchLen(h, w), g.ScratchLen(1, h, w)))
	if n := testing.AllocsPerRun(10, func() {
		c.Load(weights, nil)
		c.Run(dst, src, dst, scratch, h, w, true)
		g.Add(src, dst, scratch, 1, h, w)
		g.Store(weights)
	}); n != 0 {
		t.Errorf("%v allocations a run, want none", n)
	}
}

func BenchmarkConvRun(b *testing.B) {
	var prepared *Conv
	var scratch []float32
	benchmarkConv(b, func(dst, src, weights []float32, s shape) {
		if prepared == nil || prepared.in != s.in || prepared.out != s.out {
			prepared = NewConv(weights, nil, s.in, s.out)
		}
		if n := prepared.ScratchLen(s.h, s.w); len(scratch) < n {
			scratch = make([]float32, n)
		}
		prepared.Run(dst, src, nil, scratch, s.h, s.w, true)
	})
}

func BenchmarkConvLoad(b *testing.B) {
	rng := newRand(18)
	for _, c := range []int{32, 64, 128} {
		weights := normal(rng, 9*c*c)
		prepared := NewConv(weights, nil, c, c)
		name := fmt.Sprintf("%d->%d", c, c)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				prepared.Load(weights, nil)
			}
		})
		b.Run(name+" turned", func(b *testing.B) {
			for b.Loop() {
				prepared.LoadTurned(weights)
			}
		})
	}
}

// TestConvRefusesShortImages checks that both paths panic if an image is one float too short.
func TestConvRefusesShortImages(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		const h, w, in, out = 3, 4, 5, 6
		c := NewConv(make([]float32, 9*in*out), nil, in, out)
		scratch := make([]float32, c.ScratchLen(h, w))
		for _, short := range [][2]int{{1, 0}, {0, 1}} {
			dst := make([]float32, PaddedLen(h, w, out))[: PaddedLen(h, w, out)-short[0] : PaddedLen(h, w,
				out)-short[0]]
			src := make([]float32, PaddedLen(h, w, in))[: PaddedLen(h, w, in)-short[1] : PaddedLen(h, w,
				in)-short[1]]
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("dst %d and src %d floats short: no panic", short[0], short[1])
					}
				}()
				c.Run(dst, src, nil, scratch, h, w, false)
			}()
		}
	})
}

// TestConvGrad compares the gradient of several samples with the direct gradient. It adds the
// samples in two parts, after other samples that Reset removes.
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
			conv3x3WeightGrad(want, x, y, s.h, s.w, s.in, s.out)
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
		g.Add(src[first*PaddedLen(s.h, s.w, s.in):], ddst[first*PaddedLen(s.h, s.w, s.out):], scratch,
			samples-first, s.h, s.w)
		g.Store(got)
		intact()
		scratchIntact()
		compareWithin(t, s.String(), got, doubles(want), 3e-5*math.Sqrt(float64(samples*s.h*s.w)))
	}
}

// TestConvGradOfManySamples adds so many samples that Add needs several passes. The gradient must
// be the same as if the samples came one by one.
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
