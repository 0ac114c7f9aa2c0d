package kernel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// guarded runs a kernel once between fences and returns the result.
type guarded struct {
	name string
	run  func(f *fences, what string, s shape, rng *rand.Rand) []float32
}

// TestKernelsKeepInBounds runs every kernel on buffers that begin or end at forbidden memory. It
// tests all board sizes. Inputs are read-only. The results must be the same to the bit wherever the
// buffers lie.
func TestKernelsKeepInBounds(t *testing.T) {
	for _, kernel := range []guarded{
		{"Conv", guardConv},
		{"Conv turned", guardConvTurned},
		{"NewInferenceConv", guardInferenceConv},
		{"ConvGrad", guardConvGrad},
		{"Dense", guardDense},
		{"GlobalPool", guardGlobalPool},
		{"GlobalPoolPadded", guardGlobalPoolPadded},
		{"AddChannels", guardAddChannels},
		{"LinePoolPadded", guardLinePoolPadded},
		{"AddLines", guardAddLines},
		{"Pad and Unpad", guardPad},
	} {
		kernel.test(t)
	}
}

func (g guarded) test(t *testing.T) {
	t.Run(g.name, func(t *testing.T) {
		eachPath(t, func(t *testing.T) {
			f := newFences(t)
			for n := range fewer(14 * 9) {
				s := guardedShape(n)
				what := fmt.Sprintf("%s, %s path, %v, case %d", g.name, Path(), s, n)
				f.first = false
				want := slices.Clone(g.run(f, what, s, rand.New(rand.NewPCG(40, uint64(n)))))
				f.first = true
				got := g.run(f, what, s, rand.New(rand.NewPCG(40, uint64(n))))
				for i := range want {
					if got[i] != want[i] {
						t.Fatalf("%s: value %d is %v, but %v elsewhere in memory", what, i, got[i], want[i])
					}
				}
			}
		})
	})
}

// guardedShape returns the shape of a case. The cases have all board sides and up to 40 channels.
// Every third case has whole vectors of channels.
func guardedShape(n int) shape {
	rng := rand.New(rand.NewPCG(41, uint64(n)))
	channels := func() int {
		if n%3 == 0 {
			return 8 * (1 + rng.IntN(5))
		}
		return 1 + rng.IntN(40)
	}
	return shape{3 + n%14, 3 + rng.IntN(14), channels(), channels()}
}

func guardConv(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	var bias, residual []float32
	if rng.IntN(2) == 0 {
		bias = f.copyOf("bias", normal(rng, s.out))
	}
	src, relu := f.copyOf("src", image(rng, s.h, s.w, s.in)), rng.IntN(2) == 0
	dst := f.buffer("dst", PaddedLen(s.h, s.w, s.out))
	switch rng.IntN(3) {
	case 1:
		residual = f.copyOf("residual", image(rng, s.h, s.w, s.out))
	case 2: // in place, as in a residual block
		residual = dst
		Pad(dst, normal(rng, s.h*s.w*s.out), s.h, s.w, s.out)
	}
	weights := f.copyOf("weights", normal(rng, 9*s.in*s.out))
	var c *Conv
	f.guard(what+", prepare", func() { c = NewConv(weights, bias, s.in, s.out) })
	f.run(what, c, dst, src, residual, s, relu)
	return unpadded(dst, s.h, s.w, s.out)
}

func guardInferenceConv(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	s.in, s.out = tileChannels*(1+s.in%3), tileChannels*(1+s.out%3)
	src := f.copyOf("src", image(rng, s.h, s.w, s.in))
	residual := f.copyOf("residual", image(rng, s.h, s.w, s.out))
	weights, bias := f.copyOf("weights", normal(rng, 9*s.in*s.out)), f.copyOf("bias", normal(rng, s.out))
	dst := f.buffer("dst", PaddedLen(s.h, s.w, s.out))
	var c *Conv
	f.guard(what+", prepare", func() { c = NewInferenceConv(weights, bias, s.in, s.out) })
	f.run(what, c, dst, src, residual, s, true)
	return unpadded(dst, s.h, s.w, s.out)
}

// run runs a convolution whose own weights are between fences, too.
func (f *fences) run(what string, c *Conv, dst, src, residual []float32, s shape, relu bool) {
	f.t.Helper()
	f.move("run", c, false)
	scratch := f.buffer("scratch", c.ScratchLen(s.h, s.w))
	spoil(scratch)
	f.guard(what, func() { c.Run(dst, src, residual, scratch, s.h, s.w, relu) })
	checkBorder(f.t, what, dst, s.h, s.w, s.out)
}

func guardConvTurned(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	src, dst := f.copyOf("src", image(rng, s.h, s.w, s.in)), f.buffer("dst", PaddedLen(s.h, s.w, s.out))
	weights := f.copyOf("weights", normal(rng, 9*s.in*s.out))
	c := NewConv(make([]float32, 9*s.in*s.out), nil, s.in, s.out)
	f.move("load", c, true)
	f.guard(what+", load", func() { c.LoadTurned(weights) })
	f.run(what, c, dst, src, nil, s, false)
	return unpadded(dst, s.h, s.w, s.out)
}

func guardConvGrad(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	const samples = 2
	x, y := make([]float32, 0), make([]float32, 0)
	for range samples {
		x, y = append(x, image(rng, s.h, s.w, s.in)...), append(y, image(rng, s.h, s.w, s.out)...)
	}
	src, ddst := f.copyOf("src", x), f.copyOf("ddst", y)
	g := NewConvGrad(s.in, s.out)
	f.move("sum", g, true)
	scratch := f.buffer("scratch", g.ScratchLen(samples, s.h, s.w))
	spoil(scratch)
	dweights := f.buffer("dweights", 9*s.in*s.out)
	clear(dweights)
	f.guard(what, func() {
		g.Reset()
		g.Add(src, ddst, scratch, samples, s.h, s.w)
		g.Store(dweights)
	})
	return dweights
}

func guardDense(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	rows, relu := 1+rng.IntN(s.h*s.w), rng.IntN(2) == 0
	src, weights := f.copyOf("src", normal(rng, rows*s.in)), f.copyOf("weights", normal(rng, s.in*s.out))
	var bias []float32
	if rng.IntN(2) == 0 {
		bias = f.copyOf("bias", normal(rng, s.out))
	}
	dst := f.buffer("dst", rows*s.out)
	f.guard(fmt.Sprintf("%s, %d rows", what, rows), func() {
		Dense(dst, src, weights, bias, rows, s.in, s.out, relu)
	})
	return dst
}

func guardGlobalPool(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	src, dst := f.copyOf("src", normal(rng, s.h*s.w*s.in)), f.buffer("dst", 2*s.in)
	f.guard(what, func() { GlobalPool(dst, src, s.h, s.w, s.in) })
	return dst
}

func guardGlobalPoolPadded(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	src, dst := f.copyOf("src", image(rng, s.h, s.w, s.in)), f.buffer("dst", 2*s.in)
	f.guard(what, func() { GlobalPoolPadded(dst, src, s.h, s.w, s.in) })
	return dst
}

func guardAddChannels(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	x, bias := f.buffer("x", PaddedLen(s.h, s.w, s.in)), f.copyOf("bias", normal(rng, s.in))
	Pad(x, normal(rng, s.h*s.w*s.in), s.h, s.w, s.in)
	f.guard(what, func() { AddChannels(x, bias, s.h, s.w, s.in) })
	checkBorder(f.t, what, x, s.h, s.w, s.in)
	return x
}

func guardLinePoolPadded(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	src := f.copyOf("src", image(rng, s.h, s.w, s.in))
	dst := f.buffer("dst", (1+s.h+s.w)*2*s.in)
	f.guard(what, func() { LinePoolPadded(dst, src, s.h, s.w, s.in) })
	return dst
}

func guardAddLines(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	x := f.buffer("x", PaddedLen(s.h, s.w, s.in))
	lines := f.copyOf("lines", normal(rng, (s.h+s.w)*s.in))
	Pad(x, normal(rng, s.h*s.w*s.in), s.h, s.w, s.in)
	f.guard(what, func() { AddLines(x, lines, s.h, s.w, s.in) })
	checkBorder(f.t, what, x, s.h, s.w, s.in)
	return x
}

func guardPad(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	src, dst := f.copyOf("src", normal(rng, s.h*s.w*s.in)), f.buffer("dst", PaddedLen(s.h, s.w, s.in))
	back := f.buffer("back", s.h*s.w*s.in)
	f.guard(what, func() {
		Pad(dst, src, s.h, s.w, s.in)
		Unpad(back, dst, s.h, s.w, s.in)
	})
	checkBorder(f.t, what, dst, s.h, s.w, s.in)
	return back
}

// TestInferenceKernelsKeepInBounds is TestKernelsKeepInBounds for the kernels of inference only.
func TestInferenceKernelsKeepInBounds(t *testing.T) {
	for _, kernel := range []guarded{{"AddEntries", guardAddEntries}, {"Softmax", guardSoftmax},
		{"SparseConv", guardSparseConv}} {
		kernel.test(t)
	}
}

func guardAddEntries(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	src, weights := f.copyOf("src", normal(rng, s.h*s.in)), f.copyOf("weights", normal(rng, s.w*s.in))
	pairs := guardedPairs(s, rng)
	dst := f.buffer("dst", len(pairs))
	f.guard(what, func() { AddEntries(dst, pairs, src, weights, s.in) })
	return dst
}

// guardedPairs returns pairs. One of them names the first row and the last row.
func guardedPairs(s shape, rng *rand.Rand) []Pair {
	entry := func() Entry { return Entry{rng.Int32N(int32(s.h)), rng.Int32N(int32(s.w))} }
	pairs := make([]Pair, 1+rng.IntN(40))
	for i := range pairs {
		pairs[i] = Pair{entry(), entry()}
	}
	pairs[0] = Pair{B: Entry{int32(s.h - 1), int32(s.w - 1)}}
	return pairs
}

func guardSoftmax(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	x := f.buffer("x", 1+rng.IntN(s.in*s.out))
	copy(x, normal(rng, len(x)))
	f.guard(what, func() { Softmax(x) })
	return x
}

func guardSparseConv(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	c := NewSparseConv(f.copyOf("weights", normal(rng, 9*s.in*s.out)), s.in, s.out)
	f.move("run", c, false)
	dst := f.buffer("dst", PaddedLen(s.h, s.w, s.out))
	Pad(dst, normal(rng, s.h*s.w*s.out), s.h, s.w, s.out)
	for _, row := range []int{0, rng.IntN(s.h), s.h - 1} {
		for _, column := range []int{0, rng.IntN(s.w), s.w - 1} {
			features := []Feature{NewFeature(0, 1), NewFeature(rng.IntN(s.in), 2),
				NewFeature(s.in-1, 3)}[:1+rng.IntN(3)]
			f.guard(what, func() { c.Add(dst, features, row, column, s.h, s.w) })
		}
	}
	checkBorder(f.t, what, dst, s.h, s.w, s.out)
	return unpadded(dst, s.h, s.w, s.out)
}
