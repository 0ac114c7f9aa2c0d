package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// tiledShapes returns every height of a board, with channels that fit tiles.
func tiledShapes() []shape {
	var list []shape
	rng := newRand(50)
	for n := range 14 {
		in, out := tileChannels*(1+n%3), tileChannels*(1+n/3%3)
		list = append(list, shape{3 + n, 3 + rng.IntN(14), in, out})
	}
	return list
}

// twinImage returns the inputs of case n of a comparison with a twin. Every second image has no negative
// inputs.
func twinImage(rng *rand.Rand, n int, s shape) []float32 {
	x := image(rng, s.h, s.w, s.in)
	if n%2 == 0 {
		rectify(x)
	}
	return x
}

// eachNearNaN runs a convolution with ReLU on an image with a NaN. It calls check with each output, and
// whether a tap reaches the NaN from there.
func eachNearNaN(method func(in, out int) convMethod, check func(square int, near bool, v float32)) {
	const h, w, c = 5, 6, 32
	rng := newRand(54)
	src, dst := image(rng, h, w, c), make([]float32, PaddedLen(h, w, c))
	src[(2*(w+2)+2)*c+7] = float32(math.NaN()) // row 1, column 1
	conv := loaded(method, normal(rng, 9*c*c), make([]float32, c), c, c)
	conv.Run(dst, src, nil, make([]float32, conv.ScratchLen(h, w)), h, w, true)
	for i, v := range unpadded(dst, h, w, c) {
		square := i / c
		check(square, square/w <= 2 && square%w <= 2, v)
	}
}

// TestRoundedConvsAreClose compares the convolutions that round on some paths with exact ones. On the
// other paths they are the same to the bit.
func TestRoundedConvsAreClose(t *testing.T) { eachPath(t, testRoundedConvsAreClose) }

func testRoundedConvsAreClose(t *testing.T) {
	rng := newRand(52)
	for _, s := range append(tiledShapes(), shape{8, 8, 24, 32}, shape{8, 8, 32, 40}) {
		src, weights := image(rng, s.h, s.w, s.in), normal(rng, 9*s.in*s.out)
		run := func(c *Conv) []float32 {
			dst := make([]float32, PaddedLen(s.h, s.w, s.out))
			c.Run(dst, src, nil, make([]float32, c.ScratchLen(s.h, s.w)), s.h, s.w, false)
			return dst
		}
		want := run(NewConv(weights, nil, s.in, s.out))
		most := 4e-2
		if inIntegers(s.in, s.out) {
			most = 6e-3
		}
		for _, c := range []struct {
			name   string
			got    []float32
			rounds bool
			most   float64 // of the error
		}{
			{"NewFastConv", run(NewFastConv(weights, nil, s.in, s.out)), tiled(s.in, s.out), 4e-3},
			{"NewInferenceConv", run(NewInferenceConv(weights, nil, s.in, s.out)),
				tiled(s.in, s.out) || paired(s.in, s.out) || inIntegers(s.in, s.out), most},
		} {
			if same := slices.Equal(c.got, want); same == c.rounds {
				t.Fatalf("%s, %v: the same as an exact convolution: %v", c.name, s, same)
			}
			var off, size float64
			for i, v := range want {
				off, size = off+math.Pow(float64(c.got[i]-v), 2), size+math.Pow(float64(v), 2)
			}
			if ratio := math.Sqrt(off / size); !(ratio < c.most) {
				t.Errorf("%s, %v: the error is %.1e of the size", c.name, s, ratio)
			}
		}
	}
}

// BenchmarkInferenceConv compares exact convolutions with those of the machine's path for inference.
func BenchmarkInferenceConv(b *testing.B) {
	rng := newRand(55)
	for _, s := range []shape{{6, 4, 32, 32}, {6, 4, 64, 64}, {8, 8, 32, 32}, {8, 8, 64, 64},
		{12, 14, 32, 32}, {12, 14, 64, 64}, {12, 14, 128, 128}} {
		src, weights, bias := image(rng, s.h, s.w, s.in), normal(rng, 9*s.in*s.out), make([]float32, s.out)
		for _, c := range []struct {
			name string
			conv *Conv
		}{
			{"exact", NewConv(weights, bias, s.in, s.out)},
			{Path(), NewInferenceConv(weights, bias, s.in, s.out)},
		} {
			b.Run(s.String()+"/"+c.name, func(b *testing.B) {
				dst, scratch := image(rng, s.h, s.w, s.out), make([]float32, c.conv.ScratchLen(s.h, s.w))
				for b.Loop() {
					c.conv.Run(dst, src, dst, scratch, s.h, s.w, true)
				}
				flops := 2 * 9 * float64(s.h*s.w*s.in*s.out)
				b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}
