//go:build js && simd

package kernel

import (
	"math"
	"testing"
)

// fused says whether the loops round once after a multiplication and an addition.
var fused = simdAvailable() == 2

// rounding returns how far values of fused loops may be from plain ones.
func rounding(plain []float32) float64 {
	largest := 0.0
	for _, x := range plain {
		largest = max(largest, math.Abs(float64(x)))
	}
	return 3e-5 * largest
}

// TestSIMDIsPlain checks that the loops of package simd agree with plain Go and write nothing else. They
// agree to the bit, unless they round only once after a multiplication and an addition. It tests all
// boards, and numbers of channels that fit and that do not fit.
func TestSIMDIsPlain(t *testing.T) {
	if !simd {
		t.Fatal("this program was started without the loops")
	}
	rng := newRand(50)
	for n := range 14 * 14 {
		s := shape{3 + n%14, 3 + n/14, 4 * (1 + rng.IntN(9)), 4 * (1 + rng.IntN(9))}
		if n%10 == 0 {
			s.in, s.out = s.in-1, s.out-2
		}
		src, weights, bias := between(image(rng, s.h, s.w, s.in)), between(normal(rng, 9*s.in*s.out)),
			between(normal(rng, s.out))
		residual, relu := between(image(rng, s.h, s.w, s.out)), n%2 == 0
		lines := between(normal(rng, (s.h+s.w)*s.out))
		src[((1+s.h/2)*(s.w+2)+1+s.w/2)*s.in] = float32(math.Copysign(0, -1))
		for name, layer := range map[string]func() []float32{
			"conv": func() []float32 {
				dst, intact := buffer(t, "dst", PaddedLen(s.h, s.w, s.out))
				c := NewConv(weights, bias, s.in, s.out)
				scratch, scratchIntact := buffer(t, "scratch", c.ScratchLen(s.h, s.w))
				spoil(scratch)
				more := residual
				if n%3 == 0 {
					more = nil
				}
				c.Run(dst, src, more, scratch, s.h, s.w, relu)
				intact()
				scratchIntact()
				checkBorder(t, s.String(), dst, s.h, s.w, s.out)
				return unpadded(dst, s.h, s.w, s.out)
			},
			"turned": func() []float32 {
				dst, _ := buffer(t, "dst", PaddedLen(s.h, s.w, s.out))
				c := NewConv(weights, bias, s.in, s.out)
				c.LoadTurned(weights)
				c.Run(dst, src, nil, make([]float32, c.ScratchLen(s.h, s.w)), s.h, s.w, relu)
				return unpadded(dst, s.h, s.w, s.out)
			},
			"dense": func() []float32 {
				dst, intact := buffer(t, "dst", s.h*s.out)
				more := bias
				if n%3 == 0 {
					more = nil
				}
				Dense(dst, src, weights, more, s.h, s.in, s.out, relu)
				intact()
				return dst
			},
			"sparse": func() []float32 {
				dst, intact := buffer(t, "dst", PaddedLen(s.h, s.w, s.out))
				copy(dst, residual)
				c := NewSparseConv(weights, s.in, s.out)
				for row := range s.h {
					for column := range s.w {
						features := []Feature{NewFeature(row%s.in, 0.5),
							NewFeature(s.in-1, float32(column)), NewFeature(0, -1)}
						c.Add(dst, features[:1+column%3], row, column, s.h, s.w)
					}
				}
				intact()
				return dst
			},
			"channels": func() []float32 {
				dst, intact := buffer(t, "dst", PaddedLen(s.h, s.w, s.out))
				copy(dst, residual)
				AddChannels(dst, bias, s.h, s.w, s.out)
				intact()
				return dst
			},
			"lines": func() []float32 {
				dst, intact := buffer(t, "dst", PaddedLen(s.h, s.w, s.out))
				Pad(dst, unpadded(residual, s.h, s.w, s.out), s.h, s.w, s.out)
				AddLines(dst, lines, s.h, s.w, s.out)
				intact()
				checkBorder(t, s.String(), dst, s.h, s.w, s.out)
				return unpadded(dst, s.h, s.w, s.out)
			},
			"pool of lines": func() []float32 {
				dst, intact := buffer(t, "dst", (1+s.h+s.w)*2*s.in)
				LinePoolPadded(dst, src, s.h, s.w, s.in)
				intact()
				return dst
			},
			"pool": func() []float32 {
				dst, intact := buffer(t, "dst", 4*s.in)
				GlobalPool(dst, src[PaddedLen(s.h, s.w, s.in)-s.h*s.w*s.in:], s.h, s.w, s.in)
				GlobalPoolPadded(dst[2*s.in:], src, s.h, s.w, s.in)
				intact()
				return dst
			},
		} {
			got := layer()
			simd = false
			want := layer()
			simd = true
			bound := rounding(want)
			for i := range want {
				far := math.Float32bits(got[i]) != math.Float32bits(want[i])
				if fused {
					far = !(math.Abs(float64(got[i]-want[i])) <= bound)
				}
				if far {
					t.Fatalf("%s, %v: value %d is %v, plain %v", name, s, i, got[i], want[i])
				}
			}
		}
	}
}
