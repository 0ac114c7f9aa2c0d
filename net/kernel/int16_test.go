//go:build amd64 || (js && simd)

package kernel

import (
	"math"
	"slices"
	"testing"
)

// plainScales is the plain twin of [extremes] and [scalesOf].
func plainScales(src []float32) (scales [frequencies]float32, unit float32) {
	var most float32
	signed := slices.Min(src) < 0
	for _, x := range src {
		most = max(most, x, -x)
	}
	if signed {
		most *= 2
	}
	for f := range scales {
		scales[f] = math.MaxInt16 / (gains[f] * most)
	}
	return scales, most / math.MaxInt16
}

// TestNotANumberStaysInInts checks that a NaN anywhere makes every output NaN, and so do other inputs that
// are too large.
func TestNotANumberStaysInInts(t *testing.T) {
	needInt16(t)
	eachNearNaN(newIntConv, func(square int, _ bool, v float32) {
		if v == v {
			t.Fatalf("square %d: %v", square, v)
		}
	})
	for _, large := range []float32{1e36, float32(math.Inf(1)), float32(math.Inf(-1))} {
		src := make([]float32, 64)
		src[37] = large
		if _, unit := scalesOf(extremesOf(src)); unit == unit {
			t.Errorf("%v: the unit is %v", large, unit)
		}
	}
	if unit := roundWeights(make([]int16, 2), []float32{1, float32(math.NaN())}); unit == unit {
		t.Errorf("weights with a NaN: the unit is %v", unit)
	}
}

// TestExtremes compares the range of numbers with a plain search.
func TestExtremes(t *testing.T) {
	needInt16(t)
	rng := newRand(60)
	for n := range 200 {
		x := between(normal(rng, 32*(1+n%5)))
		for i := range x {
			if n%3 == 0 {
				x[i] = float32(math.Abs(float64(x[i])))
			} else if rng.IntN(4) == 0 {
				x[i] = float32(math.Copysign(0, -1))
			}
		}
		gotScales, gotUnit := scalesOf(extremesOf(x))
		wantScales, wantUnit := plainScales(x)
		if gotScales != wantScales || gotUnit != wantUnit {
			t.Fatalf("%v: unit %v, want %v", x, gotUnit, wantUnit)
		}
		x[rng.IntN(len(x))] = float32(math.NaN())
		if _, unit := scalesOf(extremesOf(x)); unit == unit {
			t.Fatalf("with a NaN the unit is %v", unit)
		}
	}
}

// TestIntConvOfNothing checks images that count as zero.
func TestIntConvOfNothing(t *testing.T) {
	needInt16(t)
	const h, w, c = 5, 5, 32
	rng := newRand(61)
	method, bias := newIntConv(c, c), normal(rng, c)
	method.load(normal(rng, 9*c*c))
	method.setBias(bias)
	dst, scratch := make([]float32, PaddedLen(h, w, c)), make([]float32, method.scratchLen(h, w))
	for _, x := range []float32{0, 1e-40, 1e-31} {
		src := image(rng, h, w, c)
		for i, y := range src {
			src[i] = x * max(-1, min(y, 1))
		}
		scales, unit := scalesOf(extremesOf(src))
		if scales != [frequencies]float32{} || unit != 0 {
			t.Fatalf("inputs up to %v: scales %v, unit %v", x, scales, unit)
		}
		method.run(dst, src, nil, scratch, h, w, false)
		for i, y := range unpadded(dst, h, w, c) {
			if y != bias[i%c] {
				t.Fatalf("inputs up to %v: output %d is %v, want the bias %v", x, i, y, bias[i%c])
			}
		}
	}
}
