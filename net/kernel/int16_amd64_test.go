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
		scales, _ := scalesOf(extremesOf(src))
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
