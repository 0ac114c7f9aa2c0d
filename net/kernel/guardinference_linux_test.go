package kernel

import (
	"math/rand/v2"
	"testing"
)

// TestInferenceKernelsKeepInBounds is TestKernelsKeepInBounds for what only inference runs.
func TestInferenceKernelsKeepInBounds(t *testing.T) {
	for _, kernel := range []guarded{{"AddEntries", guardAddEntries}, {"Softmax", guardSoftmax}, {"SparseConv", guardSparseConv}} {
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

// guardedPairs returns pairs of which one names the first row and the last.
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
			features := []Feature{NewFeature(0, 1), NewFeature(rng.IntN(s.in), 2), NewFeature(s.in-1, 3)}[:1+rng.IntN(3)]
			f.guard(what, func() { c.Add(dst, features, row, column, s.h, s.w) })
		}
	}
	checkBorder(f.t, what, dst, s.h, s.w, s.out)
	return unpadded(dst, s.h, s.w, s.out)
}
