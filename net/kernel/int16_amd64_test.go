package kernel

import (
	"math"
	"slices"
	"testing"
)

// plainInts returns the plain twin of [intProduct.multiply], with the frequencies v of an image src before
// rounding. It adds in 64 bits and reports sums that need more than 32.
func plainInts(t *testing.T) plainProduct {
	return func(m, v, src []float32, c *vectorConv, p *panel, g grid) {
		scales, unit := plainScales(src)
		weights, rounded := make([]float32, c.in), make([]int16, c.in)
		eachPlace(c, p, g, func(f, o int, at func(channel int) int) {
			for i := range weights {
				weights[i] = p.weights[f*p.stride+p.at(i, p.first+o, c.in)]
			}
			factor := gains[f] * roundWeights(rounded, weights)
			var sum int64
			for i, weight := range rounded {
				x := math.RoundToEven(float64(v[at(i)] * scales[f]))
				sum += int64(max(math.MinInt16, min(x, math.MaxInt16))) * int64(weight)
			}
			if sum != int64(int32(sum)) {
				t.Fatalf("frequency %d, output %d: the sum is %d", f, o, sum)
			}
			m[at(o)] = float32(sum) * factor * unit
		})
	}
}

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

// TestIntConvIsItsTwin compares convolutions with their plain twin, to the bit.
func TestIntConvIsItsTwin(t *testing.T) {
	needInt16(t)
	testTwin(t, newIntConv, plainInts(t), 0)
}

// TestIntConvDoesNotOverflow multiplies the largest frequencies by the largest weights. For each frequency
// and sign, an image has the inputs that make the frequency as large as possible. It must reach the largest
// integer, and none must exceed it. All weights to an output are the same taps, whose frequencies have the
// same sign in each channel.
func TestIntConvDoesNotOverflow(t *testing.T) {
	needInt16(t)
	const h, w, c = 4, 4, 96
	rng := newRand(59)
	method := newIntConv(c, c).(*roundedConv)
	weights := make([]float32, 9*c*c)
	for k := range 9 {
		for o := range c {
			tap := float32(rng.NormFloat64())
			for i := range c {
				weights[(k*c+i)*c+o] = tap
			}
		}
	}
	method.load(weights)
	dst, scratch := make([]float32, PaddedLen(h, w, c)), make([]float32, method.scratchLen(h, w))
	g := gridOf(h, w)
	inputs, _, patch := method.exact.scratch(g)
	v, square := make([]float32, inputs), make([]float32, patch)
	var largest [frequencies]float32
	for n := range 4 * frequencies {
		src := make([]float32, PaddedLen(h, w, c))
		for i := range src {
			x := spreadFrequency(n/4, i/c)
			if n%2 > 0 {
				x = -x
			}
			switch {
			case x > 0:
				src[i] = 1e3
			case n%4 >= 2: // the image has negative inputs, too
				src[i] = -1e3
			}
		}
		want := make([]float32, len(dst))
		runTwin(method, plainInts(t), want, src, nil, h, w, false)
		method.run(dst, src, nil, scratch, h, w, false)
		if !slices.Equal(dst, want) {
			t.Errorf("case %d: differs from the twin", n)
		}
		method.exact.spread(v, src, square, g)
		scales, _ := scalesOf(extremes(&src[0], len(src)))
		for f := range largest {
			x := v[f*lanes] * scales[f]
			largest[f] = max(largest[f], x, -x)
		}
	}
	for f, x := range largest {
		if x < math.MaxInt16-1 || x > math.MaxInt16+0.1 {
			t.Errorf("frequency %d: the largest is %v, want %d", f, x, math.MaxInt16)
		}
	}
}

// spreadFrequency returns how often a frequency counts an input square of a tile.
func spreadFrequency(f, square int) float32 {
	var x, v [frequencies]float32
	x[square] = 1
	spreadTile(v[:], x[:], 1, 1)
	return v[f]
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
		if _, unit := scalesOf(extremes(&src[0], len(src))); unit == unit {
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
		gotScales, gotUnit := scalesOf(extremes(&x[0], len(x)))
		wantScales, wantUnit := plainScales(x)
		if gotScales != wantScales || gotUnit != wantUnit {
			t.Fatalf("%v: unit %v, want %v", x, gotUnit, wantUnit)
		}
		x[rng.IntN(len(x))] = float32(math.NaN())
		if _, unit := scalesOf(extremes(&x[0], len(x))); unit == unit {
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
		scales, unit := scalesOf(extremes(&src[0], len(src)))
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
