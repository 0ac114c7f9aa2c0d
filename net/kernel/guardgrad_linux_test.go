package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTrainingKernelsKeepInBounds is TestKernelsKeepInBounds for the kernels of training only.
func TestTrainingKernelsKeepInBounds(t *testing.T) {
	for _, kernel := range []guarded{
		{"AddDense", guardAddDense},
		{"AddDenseWeightGrad", guardAddDenseWeightGrad},
		{"Transpose", guardTranspose},
		{"ReLUGrad", guardReLUGrad},
		{"GlobalPoolGrad", guardGlobalPoolGrad},
		{"GlobalPoolPaddedGrad", guardGlobalPoolPaddedGrad},
		{"SumLines", guardSumLines},
		{"LinePoolPaddedGrad", guardLinePoolPaddedGrad},
		{"AddEntriesGrad", guardAddEntriesGrad},
		{"SumRows", guardSumRows},
		{"AdamW", guardAdamW},
	} {
		kernel.test(t)
	}
}

// changed returns a copy of x that may be written.
func (f *fences) changed(name string, x []float32) []float32 {
	y := f.buffer(name, len(x))
	copy(y, x)
	return y
}

func guardAddDense(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	rows := 1 + rng.IntN(s.h*s.w)
	src, weights := f.copyOf("src", normal(rng, rows*s.in)), f.copyOf("weights", normal(rng, s.in*s.out))
	dst := f.changed("dst", normal(rng, rows*s.out))
	f.guard(what, func() { AddDense(dst, src, weights, rows, s.in, s.out) })
	return dst
}

func guardAddDenseWeightGrad(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	rows := 1 + rng.IntN(s.h*s.w)
	src, ddst := f.copyOf("src", normal(rng, rows*s.in)), f.copyOf("ddst", normal(rng, rows*s.out))
	dweights := f.changed("dweights", normal(rng, s.in*s.out))
	f.guard(what, func() { AddDenseWeightGrad(dweights, src, ddst, rows, s.in, s.out) })
	return dweights
}

func guardTranspose(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	src, dst := f.copyOf("src", normal(rng, s.in*s.out)), f.buffer("dst", s.in*s.out)
	f.guard(what, func() { Transpose(dst, src, s.in, s.out) })
	return dst
}

func guardReLUGrad(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	rows := s.h * s.w
	out, grad := f.copyOf("out", normal(rng, rows*s.in)), f.changed("grad", normal(rng, rows*s.in))
	sum := f.changed("sum", normal(rng, s.in))
	f.guard(what, func() { ReLUGrad(grad, out, sum, rows, s.in) })
	return slices.Concat(grad, sum)
}

func guardGlobalPoolGrad(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	x := normal(rng, s.h*s.w*s.in)
	rectify(x)
	return f.poolGrad(what, s, x, rng, GlobalPoolGrad)
}

func guardGlobalPoolPaddedGrad(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	return f.poolGrad(what, s, image(rng, s.h, s.w, s.in), rng, GlobalPoolPaddedGrad)
}

func (f *fences) poolGrad(what string, s shape, x []float32, rng *rand.Rand,
	run func(dsrc, src, pooled, grad, sum []float32, h, w, c int)) []float32 {
	peaks := make([]float32, 2*s.in)
	for i := range x {
		peaks[s.in+i%s.in] = max(peaks[s.in+i%s.in], x[i])
	}
	src, pooled, grad := f.copyOf("src", x), f.copyOf("pooled", peaks), f.copyOf("grad", normal(rng, 2*s.in))
	dsrc, sum := f.changed("dsrc", normal(rng, len(x))), f.changed("sum", normal(rng, s.in))
	f.guard(what, func() { run(dsrc, src, pooled, grad, sum, s.h, s.w, s.in) })
	return slices.Concat(dsrc, sum)
}

func guardSumLines(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	x, dst := f.copyOf("x", image(rng, s.h, s.w, s.in)), f.buffer("dst", (s.h+s.w)*s.in)
	f.guard(what, func() { SumLines(dst, x, s.h, s.w, s.in) })
	return dst
}

func guardLinePoolPaddedGrad(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	x, lines := image(rng, s.h, s.w, s.in), make([]float32, (1+s.h+s.w)*2*s.in)
	LinePoolPadded(lines, x, s.h, s.w, s.in)
	lines = lines[2*s.in:]
	src, pooled := f.copyOf("src", x), f.copyOf("pooled", lines)
	grad, scratch := f.copyOf("grad", normal(rng, len(lines))), f.buffer("scratch", s.in)
	dsrc := f.changed("dsrc", normal(rng, len(x)))
	f.guard(what, func() { LinePoolPaddedGrad(dsrc, src, pooled, grad, scratch, s.h, s.w, s.in) })
	return dsrc
}

func guardAddEntriesGrad(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	x, w, pairs := f.copyOf("x", normal(rng, s.h*s.in)), f.copyOf("w", normal(rng, s.w*s.in)),
		guardedPairs(s, rng)
	dx, dw := f.changed("dx", normal(rng, s.h*s.in)), f.changed("dw", normal(rng, s.w*s.in))
	grad := f.copyOf("grad", normal(rng, len(pairs)))
	f.guard(what, func() { AddEntriesGrad(dx, dw, x, w, grad, pairs, s.in) })
	return slices.Concat(dx, dw)
}

func guardSumRows(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	stride := s.out + rng.IntN(9)
	x, dst := f.copyOf("x", normal(rng, (s.h-1)*stride+s.out)), f.buffer("dst", s.out)
	f.guard(what, func() { SumRows(dst, x, stride, s.h, s.out) })
	return dst
}

func guardAdamW(f *fences, what string, s shape, rng *rand.Rand) []float32 {
	n := 1 + rng.IntN(9*s.in)
	weights, grads := f.changed("weights", normal(rng, n)), f.copyOf("grads", normal(rng, n))
	mean, square := f.changed("mean", normal(rng, n)), f.changed("square", normal(rng, n))
	for i, v := range square {
		square[i] = float32(math.Abs(float64(v)))
	}
	step := AdamW{Beta1: 0.9, Beta2: 0.999, Scale: 0.5, Keep: 0.9999, Rate: 1e-3, Correction: 1.1,
		Epsilon: 1e-8}
	f.guard(what, func() { step.Update(weights, grads, mean, square) })
	return slices.Concat(weights, mean, square)
}
