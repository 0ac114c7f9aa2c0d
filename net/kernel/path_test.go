package kernel

import (
	"math"
	"testing"
)

// eachPath runs a test on every path that this machine has.
func eachPath(t *testing.T, test func(t *testing.T)) {
	t.Run("plain", func(t *testing.T) { onPath(t, "plain", test) })
	t.Run(vectorPath, func(t *testing.T) {
		needVectors(t)
		onPath(t, vectorPath, test)
	})
	t.Run("int16", func(t *testing.T) {
		needInt16(t)
		onPath(t, "int16", test)
	})
	t.Run("avx512", func(t *testing.T) {
		needAVX512(t)
		onPath(t, "avx512", test)
	})
	t.Run("bf16", func(t *testing.T) {
		needBF16(t)
		onPath(t, "bf16", test)
	})
	t.Run("amx", func(t *testing.T) {
		needAMX(t)
		onPath(t, "amx", test)
	})
}

func needVectors(t *testing.T) {
	t.Helper()
	if !hasVectors() {
		t.Skip("there is no assembly for this processor")
	}
}

func needInt16(t testing.TB) {
	t.Helper()
	if !hasInt16() {
		t.Skip("there is no assembly for integers on this processor")
	}
}

func needAVX512(t *testing.T) {
	t.Helper()
	if !hasAVX512() {
		t.Skip("this processor has no AVX-512 (F, DQ and VL)")
	}
}

func needBF16(t testing.TB) {
	t.Helper()
	if !hasBF16() {
		t.Skip("this processor does not multiply bfloat16")
	}
}

func needAMX(t testing.TB) {
	t.Helper()
	if !hasAMX() {
		t.Skip("this processor or system has no AMX for bfloat16")
	}
}

// onPath runs a test on the path with a name. The processor must support the path.
func onPath(t *testing.T, name string, test func(t *testing.T)) {
	defer func(two, integers, five, pairs, tiles bool) {
		vectors, int16s, avx512, bf16, amx = two, integers, five, pairs, tiles
	}(vectors, int16s, avx512, bf16, amx)
	amx = name == "amx"
	bf16 = amx || name == "bf16"
	avx512 = hasAVX512() && (bf16 || name == "avx512")
	int16s = name == "int16"
	vectors = name != "plain"
	test(t)
}

// between returns a copy of x in the middle of a larger slice that is NaN elsewhere. So a kernel
// that reads too much gives NaN.
func between(x []float32) []float32 {
	const guard = 67
	whole := make([]float32, len(x)+2*guard)
	spoil(whole)
	copy(whole[guard:], x)
	return whole[guard:][:len(x)]
}

// TestPathsAgree compares convolutions, the gradient and the dense layer of both paths on every
// size of board and all numbers of channels up to 40. The results must differ by at most 1e-5 of
// the largest value. A second run must give the same bits for any content of scratch.
func TestPathsAgree(t *testing.T) {
	needVectors(t)
	rng := newRand(30)
	var worst float64
	for n := range fewer(14 * 40) {
		s := shape{3 + n%14, 3 + rng.IntN(14), 1 + n%40, 1 + rng.IntN(40)}
		src, weights, bias := between(image(rng, s.h, s.w, s.in)), between(normal(rng, 9*s.in*s.out)),
			between(normal(rng, s.out))
		residual := between(image(rng, s.h, s.w, s.out))
		conv := func(t *testing.T) []float32 {
			dst, intact := buffer(t, "dst", PaddedLen(s.h, s.w, s.out))
			c := NewConv(weights, bias, s.in, s.out)
			scratch, scratchIntact := buffer(t, "scratch", c.ScratchLen(s.h, s.w))
			spoil(scratch)
			c.Run(dst, src, residual, scratch, s.h, s.w, n%2 == 0)
			intact()
			scratchIntact()
			checkBorder(t, s.String(), dst, s.h, s.w, s.out)
			return unpadded(dst, s.h, s.w, s.out)
		}
		dense := func(t *testing.T) []float32 {
			rows := s.h
			dst, intact := buffer(t, "dst", rows*s.out)
			Dense(dst, src, weights, bias, rows, s.in, s.out, n%2 == 0)
			intact()
			return dst
		}
		grad := func(t *testing.T) []float32 {
			g := NewConvGrad(s.in, s.out)
			scratch, scratchIntact := buffer(t, "scratch", g.ScratchLen(1, s.h, s.w))
			dst, intact := buffer(t, "gradient", 9*s.in*s.out)
			for range 2 {
				spoil(scratch)
				g.Add(src, residual, scratch, 1, s.h, s.w)
			}
			g.Store(dst)
			intact()
			scratchIntact()
			return dst
		}
		for _, layer := range []func(t *testing.T) []float32{conv, dense, grad} {
			var want, got, again []float32
			onPath(t, "plain", func(t *testing.T) { want = layer(t) })
			onPath(t, vectorPath, func(t *testing.T) { got, again = layer(t), layer(t) })
			var largest float64
			for _, v := range want {
				largest = max(largest, math.Abs(float64(v)))
			}
			for i := range want {
				diff := math.Abs(float64(got[i])-float64(want[i])) / max(largest, 1)
				if worst = max(worst, diff); !(diff <= 2e-5) {
					t.Fatalf("%v: value %d is %v, plain %v, the largest %v", s, i, got[i], want[i], largest)
				}
				if got[i] != again[i] {
					t.Fatalf("%v: value %d is %v, then %v", s, i, got[i], again[i])
				}
			}
		}
	}
	t.Logf("largest difference: %.1e of the largest value", worst)
}

// TestNotANumberStays checks that ReLU does not hide NaN.
func TestNotANumberStays(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		const h, w, in, out = 3, 3, 2, 11
		rng := newRand(31)
		src, dst, weights := image(rng, h, w, in), image(rng, h, w, out), normal(rng, 9*in*out)
		src[((1+1)*(w+2)+2)*in] = float32(math.NaN()) // the middle
		c := NewConv(weights, nil, in, out)
		c.Run(dst, src, nil, make([]float32, c.ScratchLen(h, w)), h, w, true)
		for i, v := range unpadded(dst, h, w, out) {
			if v == v {
				t.Fatalf("convolution: value %d is %v", i, v)
			}
		}
		Dense(dst, []float32{1, float32(math.NaN())}, weights, nil, 1, in, out, true)
		for i, v := range dst[:out] {
			if v == v {
				t.Fatalf("dense layer: value %d is %v", i, v)
			}
		}
	})
}
