package kernel

import (
	"math"
	"testing"
)

// naivePool is the definition of global pooling.
func naivePool(src []float32, c int) []float64 {
	squares := len(src) / c
	pool := make([]float64, 2*c)
	for i := range c {
		pool[c+i] = math.Inf(-1)
		for q := range squares {
			v := float64(src[q*c+i])
			pool[i] += v / float64(squares)
			pool[c+i] = max(pool[c+i], v)
		}
	}
	return pool
}

func TestGlobalPool(t *testing.T) { eachPath(t, testGlobalPool) }

func testGlobalPool(t *testing.T) {
	rng := newRand(8)
	for _, s := range shapes(rng) {
		src := normal(rng, s.h*s.w*s.in)
		for i := range src {
			src[i] -= 3 // a channel's maximum can be negative
		}
		dst, intact := buffer(t, "dst", 2*s.in)
		GlobalPool(dst, src, s.h, s.w, s.in)
		intact()
		compare(t, s.String(), dst, naivePool(src, s.in))
	}
}

func TestGlobalPoolPadded(t *testing.T) { eachPath(t, testGlobalPoolPadded) }

func testGlobalPoolPadded(t *testing.T) {
	rng := newRand(9)
	for _, s := range shapes(rng) {
		src := image(rng, s.h, s.w, s.in)
		flat := unpadded(src, s.h, s.w, s.in)
		for i, v := range flat {
			flat[i] = max(v, 0)
		}
		dst, intact := buffer(t, "dst", 2*s.in)
		GlobalPoolPadded(dst, src, s.h, s.w, s.in)
		intact()
		compare(t, s.String(), dst, naivePool(flat, s.in))
	}
}

func TestAddChannels(t *testing.T) { eachPath(t, testAddChannels) }

func testAddChannels(t *testing.T) {
	rng := newRand(10)
	for _, s := range shapes(rng) {
		flat, bias := normal(rng, s.h*s.w*s.in), normal(rng, s.in)
		want := make([]float64, len(flat))
		for i, v := range flat {
			want[i] = max(float64(v+bias[i%s.in]), 0)
		}
		x, intact := buffer(t, "x", PaddedLen(s.h, s.w, s.in))
		Pad(x, flat, s.h, s.w, s.in)
		AddChannels(x, bias, s.h, s.w, s.in)
		intact()
		checkBorder(t, s.String(), x, s.h, s.w, s.in)
		compare(t, s.String(), unpadded(x, s.h, s.w, s.in), want)
	}
}
