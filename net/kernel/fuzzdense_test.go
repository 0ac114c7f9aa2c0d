package kernel

import (
	"fmt"
	"testing"
)

// naiveDense is the definition of a dense layer, in float64.
func naiveDense(src, weights, bias []float32, rows, in, out int, relu bool) []float64 {
	dst := make([]float64, rows*out)
	for at := range dst {
		r, o := at/out, at%out
		if bias != nil {
			dst[at] = float64(bias[o])
		}
		for i := range in {
			dst[at] += float64(src[r*in+i]) * float64(weights[i*out+o])
		}
		if relu {
			dst[at] = max(dst[at], 0)
		}
	}
	return dst
}

func FuzzDense(f *testing.F) {
	addShapes(f)
	f.Fuzz(func(t *testing.T, h, w, in, out, flags byte, seed uint64) {
		s, rng, kind := fuzzShape(h, w, in, out), newRand(seed), fuzzKind(flags>>kindShift&3)
		rows, relu := 1+int(seed%uint64(s.h*s.w)), flags&withReLU != 0
		src, weights := kind.numbers(rng, rows*s.in, s.in, 1), kind.numbers(rng, s.in*s.out, s.out, 1)
		var bias []float32
		if flags&withBias != 0 {
			bias = kind.numbers(rng, s.out, s.out, 1)
		}
		scale := rootOfSquares(doubles(weights), largest(src, s.in), s.out)
		for o, most := range largest(bias, s.out) {
			scale[o] += most
		}
		what := fmt.Sprintf("dense layer %v, %d rows, flags %b", s, rows, flags)
		want := naiveDense(src, weights, bias, rows, s.in, s.out, relu)
		src, weights = between(src), between(weights)
		if bias != nil {
			bias = between(bias)
		}
		allPaths(t, func(t *testing.T) {
			dst, intact := buffer(t, "dst", rows*s.out)
			Dense(dst, src, weights, bias, rows, s.in, s.out, relu)
			intact()
			compareEach(t, what, dst, want, scale, kind.bound(denseBound))
		})
	})
}

// FuzzPools compares all ways to pool, AddChannels and AddLines with their definitions. The maximum
// has no rounding.
func FuzzPools(f *testing.F) {
	addShapes(f)
	f.Fuzz(func(t *testing.T, h, w, in, out, flags byte, seed uint64) {
		s, rng, kind := fuzzShape(h, w, in, in), newRand(seed), fuzzKind(flags>>kindShift&3)
		c := s.in
		flat, bias := kind.numbers(rng, s.h*s.w*c, c, 1), kind.numbers(rng, c, c, 1)
		lines := kind.numbers(rng, (s.h+s.w)*c, c, 1)
		for i := range flat {
			flat[i] -= float32(out % 4) // a channel's maximum can be negative
		}
		scale := append(largest(flat, c), make([]float64, c)...) // the maximum's is zero
		rectified, shifted := make([]float32, len(flat)), make([]float64, len(flat))
		for i, v := range flat {
			rectified[i], shifted[i] = max(v, 0), float64(max(v+bias[i%c], 0))
		}
		what := fmt.Sprintf("pool %v, flags %b", s, flags)
		allPaths(t, func(t *testing.T) {
			dst, intact := buffer(t, "dst", 2*c)
			GlobalPool(dst, between(flat), s.h, s.w, c)
			intact()
			compareEach(t, what, dst, naivePool(flat, c), scale, denseBound)
			GlobalPoolPadded(dst, padded(flat, s.h, s.w, c), s.h, s.w, c)
			intact()
			compareEach(t, what+", padded", dst, naivePool(rectified, c), scale, denseBound)

			x, intact := buffer(t, "x", PaddedLen(s.h, s.w, c))
			Pad(x, flat, s.h, s.w, c)
			AddChannels(x, between(bias), s.h, s.w, c)
			intact()
			checkBorder(t, what, x, s.h, s.w, c)
			compareEach(t, what+", shifted", unpadded(x, s.h, s.w, c), shifted, make([]float64, c), 0)

			summaries, intact := buffer(t, "lines", (1+s.h+s.w)*2*c)
			LinePoolPadded(summaries, padded(flat, s.h, s.w, c), s.h, s.w, c)
			intact()
			want := naiveLinePool(rectified, s.h, s.w, c)
			compareEach(t, what+", lines", summaries, want, scale, denseBound)
			Pad(x, flat, s.h, s.w, c)
			AddLines(x, between(lines), s.h, s.w, c)
			checkBorder(t, what, x, s.h, s.w, c)
			compareEach(t, what+", lines added", unpadded(x, s.h, s.w, c),
				naiveAddLines(flat, lines, s.h, s.w, c), make([]float64, c), 0)
		})
	})
}
