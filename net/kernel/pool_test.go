package kernel

import (
	"math"
	"slices"
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

// TestGlobalPoolGrad compares with the definition, on images with and without a border.
func TestGlobalPoolGrad(t *testing.T) { eachPath(t, testGlobalPoolGrad) }

func testGlobalPoolGrad(t *testing.T) {
	rng := newRand(42)
	for n, s := range shapes(rng) {
		h, w, c := s.h, s.w, 1+3*n%70
		src := normal(rng, h*w*c)
		pooled, grad := make([]float32, 2*c), normal(rng, 2*c)
		flat := slices.Clone(src)
		rectify(flat)
		GlobalPool(pooled, flat, h, w, c)
		before := normal(rng, h*w*c)
		want, wantSum := naivePoolGrad(before, flat, pooled, grad, c)

		dsrc, intact := buffer(t, "dsrc", len(before))
		sum, sumIntact := buffer(t, "sum", c)
		copy(dsrc, before)
		clear(sum)
		GlobalPoolGrad(dsrc, between(flat), between(pooled), between(grad), sum, h, w, c)
		intact()
		sumIntact()
		compare(t, "gradient", dsrc, want)
		compare(t, "sum", sum, wantSum)

		padded, dpadded := make([]float32, PaddedLen(h, w, c)), make([]float32, PaddedLen(h, w, c))
		Pad(padded, src, h, w, c)
		Pad(dpadded, before, h, w, c)
		clear(sum)
		GlobalPoolPaddedGrad(dpadded, padded, pooled, grad, sum, h, w, c)
		compare(t, "padded gradient", unpadded(dpadded, h, w, c), want)
		compare(t, "padded sum", sum, wantSum)
	}
}

// naivePoolGrad adds the gradient of the pool of x, which is not negative, to before.
func naivePoolGrad(before, x, pooled, grad []float32, c int) (want, sum []float64) {
	want, sum = doubles(before), make([]float64, c)
	squares := len(x) / c
	for i := range c {
		found := false
		for q := range squares {
			v := x[q*c+i]
			if v > 0 {
				want[q*c+i] += float64(grad[i]) / float64(squares)
				if !found && v == pooled[c+i] {
					want[q*c+i] += float64(grad[c+i])
					found = true
				}
			}
			sum[i] += want[q*c+i]
		}
	}
	return want, sum
}

// TestPooledTies checks that the gradient of a maximum goes to one square, even if several squares
// have the maximum, and to no square if the maximum is zero.
func TestPooledTies(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		x := []float32{5, 0, 0, 5, 2, 0, 1, 2, 0} // three squares of three channels
		got, sum := make([]float32, len(x)), make([]float32, 3)
		GlobalPoolGrad(got, x, []float32{11. / 3, 4. / 3, 0, 5, 2, 0}, []float32{3, 6, 9, 10, 20, 30}, sum,
			3, 1, 3)
		if want := []float32{11, 0, 0, 1, 22, 0, 1, 2, 0}; !slices.Equal(got, want) {
			t.Errorf("gradient %v, want %v", got, want)
		}
	})
}
