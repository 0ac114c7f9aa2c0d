package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// The fuzz tests compare every path with the definition in float64, on data of all kinds. The bound
// is a share of the scale of an output channel, which follows from the largest inputs and all
// weights. It is about four times the largest error that fuzzing has found.
const (
	convBound     = 3e-5
	convGradBound = 2e-5
	denseBound    = 4e-6 // pools, too
)

// The flags of a fuzz case. Two more bits have the kind of its data.
const (
	withBias = 1 << iota
	withResidual
	inPlace // the residual, if there is one
	withReLU
	reloaded // the layer had other weights before

	kindShift = 5
)

// fuzzKind is the kind of numbers in a fuzz case.
type fuzzKind byte

const (
	gaussian fuzzKind = iota
	integers          // so small that sums and transforms are exact
	planes            // zeros and ones, as features on a board
	scaled            // some channels are a thousand times as large as others
)

// numbers returns n numbers, in which the channels of a square lie together. Integers are multiples
// of unit.
func (k fuzzKind) numbers(rng *rand.Rand, n, channels, unit int) []float32 {
	x := normal(rng, n)
	for i := range x {
		switch k {
		case integers:
			x[i] = float32(unit * (rng.IntN(3) - 1))
		case planes:
			x[i] = float32(rng.IntN(2))
		case scaled:
			x[i] *= float32(math.Pow(2, float64(i%channels*7%21-10)))
		}
	}
	return x
}

// bound returns the bound of a kind. Integers round only through constants such as 1/24.
func (k fuzzKind) bound(bound float64) float64 {
	if k == integers {
		return bound / 20
	}
	return bound
}

// fuzzShape turns any bytes into a shape. The shapes have all board sizes, and up to 136 channels
// on small boards.
func fuzzShape(h, w, in, out byte) shape {
	s := shape{3 + int(h)%14, 3 + int(w)%14, 1 + int(in)%136, 1 + int(out)%136}
	if s.in*s.out > 40*40 {
		s.h, s.w = 3+int(h)%6, 3+int(w)%6
	}
	return s
}

// addShapes adds the shapes that fuzzing starts from: the edges of boards, tiles and vectors.
func addShapes(f *testing.F) {
	sides := []byte{0, 1, 2, 3, 4, 5, 9, 11, 13} // 3 to 8, 12, 14, 16
	channels := []byte{0, 6, 7, 8, 14, 15, 16, 22, 23, 24, 31, 35, 36, 39, 63, 127}
	for n, in := range channels {
		for i, out := range []byte{in, channels[(5*n+3)%len(channels)]} {
			h, w := sides[(2*n+i)%len(sides)], sides[(5*n+3*i)%len(sides)]
			f.Add(h, w, in, out, byte(37*n+101*i), uint64(n))
		}
	}
	// The stem on 14x12.
	f.Add(byte(9), byte(11), byte(36), byte(31), byte(withBias|withReLU|byte(planes)<<kindShift), uint64(1))
	// A block on 14x12.
	f.Add(byte(9), byte(11), byte(31), byte(31), byte(withBias|withResidual|inPlace|withReLU), uint64(2))
	// 13 samples of 12 tiles.
	f.Add(byte(8), byte(11), byte(4), byte(5), byte(2), uint64(52))
	// 74 samples of one tile.
	f.Add(byte(0), byte(0), byte(16), byte(24), byte(integers<<kindShift), uint64(349))
}

// allPaths runs a test on all paths without subtests, which are slow in fuzzing.
func allPaths(t *testing.T, test func(t *testing.T)) {
	onPath(t, "plain", test)
	if hasVectors() {
		onPath(t, vectorPath, test)
	}
	if hasAVX512() {
		onPath(t, "avx512", test)
	}
}

// compareEach fails the test where got and want, [.., channels], differ by more than the bound's
// share of the channel's scale.
func compareEach(t *testing.T, what string, got []float32, want, scale []float64, bound float64) {
	t.Helper()
	for i := range want {
		diff := math.Abs(float64(got[i]) - want[i])
		if limit := bound * scale[i%len(scale)]; !(diff <= limit) {
			t.Fatalf("%s, %s path: value %d is %v, want %v within %.1e", what, Path(), i, got[i], want[i],
				limit)
		}
	}
}

// largest returns the largest absolute value of every channel.
func largest(x []float32, channels int) []float64 {
	most := make([]float64, channels)
	for i, v := range x {
		most[i%channels] = max(most[i%channels], math.Abs(float64(v)))
	}
	return most
}

// rootOfSquares returns for each of the output channels the root of the summed squares of the
// weights [in, out] times the inputs [in].
func rootOfSquares(weights, from []float64, out int) []float64 {
	scale := make([]float64, out)
	for i, w := range weights {
		scale[i%out] += w * w * from[i/out] * from[i/out]
	}
	for o := range scale {
		scale[o] = math.Sqrt(scale[o])
	}
	return scale
}

// convCase is a convolution that a fuzzer's bytes determine.
type convCase struct {
	shape
	flags                        byte
	src, weights, bias, residual []float32 // images without border
}

func newConvCase(s shape, flags byte, seed uint64) *convCase {
	const unit = 576 // the transform of weights divides by 24 twice
	rng, kind := newRand(seed), fuzzKind(flags>>kindShift&3)
	c := &convCase{shape: s, flags: flags}
	c.src, c.weights = kind.numbers(rng, s.h*s.w*s.in, s.in, 1), normal(rng, 9*s.in*s.out)
	if kind == integers {
		c.weights = kind.numbers(rng, len(c.weights), s.out, unit)
	}
	if flags&withBias != 0 {
		c.bias = kind.numbers(rng, s.out, s.out, unit)
	}
	if flags&withResidual != 0 {
		c.residual = kind.numbers(rng, s.h*s.w*s.out, s.out, unit)
	}
	return c
}

// scale returns a scale of rounding errors for every output channel. It is the root of the summed
// squares of the contributions of the input channels, the largest bias and the largest residual.
func (c *convCase) scale() []float64 {
	from, filters := largest(c.src, c.in), make([]float64, c.in*c.out)
	for i, w := range c.weights {
		filters[i%len(filters)] += math.Abs(float64(w))
	}
	scale := rootOfSquares(filters, from, c.out)
	for _, x := range [][]float32{c.bias, c.residual} {
		for o, most := range largest(x, c.out) {
			scale[o] += most
		}
	}
	return scale
}

// conv returns the layer. If the flags say so, the layer had other weights before.
func (c *convCase) conv() *Conv {
	weights, bias := between(c.weights), c.bias
	if bias != nil {
		bias = between(bias)
	}
	if c.flags&reloaded == 0 {
		return NewConv(weights, bias, c.in, c.out)
	}
	other := normal(newRand(1), len(weights))
	layer := NewConv(other, nil, c.in, c.out)
	layer.Load(weights, bias)
	return layer
}

// run runs a layer, and checks that it writes exactly its output.
func (c *convCase) run(t *testing.T, layer *Conv) []float32 {
	dst, intact := buffer(t, "dst", PaddedLen(c.h, c.w, c.out))
	src, residual := padded(c.src, c.h, c.w, c.in), []float32(nil)
	if c.residual != nil {
		residual = padded(c.residual, c.h, c.w, c.out)
		if c.flags&inPlace != 0 {
			Pad(dst, c.residual, c.h, c.w, c.out)
			residual = dst
		}
	}
	scratch, scratchIntact := buffer(t, "scratch", layer.ScratchLen(c.h, c.w))
	spoil(scratch)
	layer.Run(dst, src, residual, scratch, c.h, c.w, c.flags&withReLU != 0)
	intact()
	scratchIntact()
	checkBorder(t, c.String(), dst, c.h, c.w, c.out)
	return unpadded(dst, c.h, c.w, c.out)
}

// padded returns a padded image, with NaN around it.
func padded(x []float32, h, w, c int) []float32 {
	y := make([]float32, PaddedLen(h, w, c))
	Pad(y, x, h, w, c)
	return between(y)
}

// turned returns weights that [Conv.LoadTurned] turns into the given weights [3, 3, in, out].
func turned(weights []float32, in, out int) []float32 {
	y := make([]float32, len(weights))
	for k := range 9 {
		for i := range in {
			for o := range out {
				y[((8-k)*out+o)*in+i] = weights[(k*in+i)*out+o]
			}
		}
	}
	return y
}

func FuzzConv(f *testing.F) {
	addShapes(f)
	f.Fuzz(func(t *testing.T, h, w, in, out, flags byte, seed uint64) {
		c := newConvCase(fuzzShape(h, w, in, out), flags, seed)
		what := fmt.Sprintf("convolution %v, flags %b", c.shape, flags)
		want := naiveConv(c.src, c.weights, c.bias, c.residual, c.h, c.w, c.in, c.out, flags&withReLU != 0)
		scale, bound := c.scale(), fuzzKind(flags>>kindShift&3).bound(convBound)
		allPaths(t, func(t *testing.T) {
			layer := c.conv()
			got := c.run(t, layer)
			compareEach(t, what, got, want, scale, bound)
			layer.LoadTurned(turned(c.weights, c.in, c.out))
			for i, v := range c.run(t, layer) {
				if v != got[i] {
					t.Fatalf("%s, %s path: value %d is %v, of weights turned twice %v", what, Path(), i,
						got[i], v)
				}
			}
		})
	})
}
