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
// agree to the bit, unless they round only once after a multiplication and an addition. Entries add up in
// another order. It tests all boards, and numbers of channels that fit and that do not fit.
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
		var pairs []Pair
		src[((1+s.h/2)*(s.w+2)+1+s.w/2)*s.in] = float32(math.Copysign(0, -1))
		for name, layer := range map[string]func() []float32{
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
			"entries": func() []float32 {
				dst, intact := buffer(t, "dst", 1+n%7)
				copy(dst, residual)
				entry := func() Entry { return Entry{rng.Int32N(int32(s.h)), rng.Int32N(int32(s.out))} }
				if pairs == nil {
					for range dst {
						pairs = append(pairs, Pair{entry(), entry()})
					}
				}
				AddEntries(dst, pairs, src, between(weights[:s.in*s.out]), s.in)
				intact()
				return dst
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
				if fused || name == "entries" {
					far = !(math.Abs(float64(got[i]-want[i])) <= bound)
				}
				if far {
					t.Fatalf("%s, %v: value %d is %v, plain %v", name, s, i, got[i], want[i])
				}
			}
		}
	}
}

// TestIntConvIsItsTwin compares convolutions in integers with a plain twin, to the bit unless the loops are
// fused. Then an input may round to the next integer.
func TestIntConvIsItsTwin(t *testing.T) {
	rng := newRand(57)
	for n := range 14 {
		s := shape{3 + n, 3 + rng.IntN(14), 4 * (1 + rng.IntN(9)), 4 * (1 + rng.IntN(9))}
		src, weights, bias := between(twinImage(rng, n, s)), between(normal(rng, 9*s.in*s.out)),
			between(normal(rng, s.out))
		residual, relu := between(image(rng, s.h, s.w, s.out)), n%3 == 0
		if n%5 == 0 {
			residual = nil
		}
		c := loaded(newIntConv, weights, bias, s.in, s.out)
		if n%4 == 0 {
			c.LoadTurned(turned(weights, s.in, s.out)) // the same weights
		}
		want := plainInts(weights, bias, src, residual, s, relu)
		dst, intact := buffer(t, "dst", PaddedLen(s.h, s.w, s.out))
		scratch, scratchIntact := buffer(t, "scratch", c.ScratchLen(s.h, s.w))
		spoil(scratch)
		c.Run(dst, src, residual, scratch, s.h, s.w, relu)
		intact()
		scratchIntact()
		checkBorder(t, s.String(), dst, s.h, s.w, s.out)
		bound := 0.0
		if fused {
			bound = 30 * rounding(want)
		}
		for i, v := range unpadded(dst, s.h, s.w, s.out) {
			if !(math.Abs(float64(v-want[i])) <= bound) {
				t.Fatalf("%v: value %d is %v, the twin's %v", s, i, v, want[i])
			}
		}
		run := func() { c.Run(dst, src, residual, scratch, s.h, s.w, relu) }
		if n := testing.AllocsPerRun(5, run); n != 0 {
			t.Errorf("%v: %v allocations a run, want none", s, n)
		}
	}
}

// plainInts is the plain twin of a convolution in integers.
func plainInts(weights, bias, src, residual []float32, s shape, relu bool) []float32 {
	scales, unit := plainScales(src)
	t, in, out := tilingOf(s.h, s.w), s.in, s.out
	tiles := t.tall * t.wide
	all := make([]float32, frequencies*out*in) // [36, out, in]
	eachFilter(weights, in, out, func(i, o int, w [frequencies]float32) {
		for f, v := range w {
			all[(f*out+o)*in+i] = v
		}
	})
	dst, m := make([]float32, PaddedLen(s.h, s.w, out)), make([]float32, frequencies*tiles*out)
	patch, v, rounded := make([]float32, frequencies*in), make([]float32, frequencies*in), make([]int16, in)
	for tile := range tiles {
		cut(patch, src, tile/t.wide*tileOut, tile%t.wide*tileOut, s.h, s.w, in)
		for i := range in {
			spreadTile(v[i:], patch[i:], in, in)
		}
		for f := range frequencies {
			for o := range out {
				factor := gains[f] * roundWeights(rounded, all[(f*out+o)*in:][:in])
				var sum int64
				for i, weight := range rounded {
					x := math.RoundToEven(float64(v[f*in+i] * scales[f]))
					sum += int64(max(math.MinInt16, min(x, math.MaxInt16))) * int64(weight)
				}
				m[(f*tiles+tile)*out+o] = float32(sum) * factor * unit
			}
		}
	}
	for tile := range tiles {
		for o := range out {
			var y [tileOut * tileOut]float32
			gatherTile(&y, m[tile*out+o:], tiles*out)
			for k, v := range y {
				row, column := tile/t.wide*tileOut+k/tileOut, tile%t.wide*tileOut+k%tileOut
				if row >= s.h || column >= s.w {
					continue
				}
				at := ((row+1)*(s.w+2)+column+1)*out + o
				v += bias[o]
				if residual != nil {
					v += residual[at]
				}
				if relu && v < 0 {
					v = 0
				}
				dst[at] = v
			}
		}
	}
	return unpadded(dst, s.h, s.w, out)
}
