package kernel

import (
	"fmt"
	"math"
	"testing"
)

// sameBits fails the test unless a computation gives the same bits on avx2 and on avx512.
func sameBits(t *testing.T, what string, compute func() []float32) {
	t.Helper()
	var want, got []float32
	onPath(t, "avx2", func(t *testing.T) { want = compute() })
	onPath(t, "avx512", func(t *testing.T) { got = compute() })
	for i := range want {
		if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
			t.Fatalf("%s: value %d is %v with AVX-512, %v with AVX2", what, i, got[i], want[i])
		}
	}
}

// TestAVX512ConvHasTheSameBits compares the outputs of convolutions and the gradients of their
// weights. The boards have 1 to 25 tiles, 7 among them. The channels make panels of one to four
// vectors, above and below [deepest].
func TestAVX512ConvHasTheSameBits(t *testing.T) {
	needAVX512(t)
	rng := newRand(32)
	outputs := []int{8, 16, 24, 31, 32, 40, 48, 64, 96}
	for n, board := range []struct{ h, w int }{
		{1, 1}, {4, 4}, {4, 6}, {3, 9}, {6, 6}, {8, 8}, {7, 11}, {5, 17}, {3, 28}, {4, 28}, {9, 14},
		{12, 14}, {16, 16}, {20, 20},
	} {
		for i, in := range []int{1, 7, 8, 9, 32, 37, 64, 65, 128} {
			for _, out := range []int{32, outputs[(n+i)%len(outputs)]} {
				s := shape{board.h, board.w, in, out}
				src, residual := image(rng, s.h, s.w, in), image(rng, s.h, s.w, out)
				weights, bias := normal(rng, 9*in*out), normal(rng, out)
				sameBits(t, fmt.Sprintf("convolution %v", s), func() []float32 {
					c, dst := NewConv(weights, bias, in, out), make([]float32, PaddedLen(s.h, s.w, out))
					c.Run(dst, src, residual, make([]float32, c.ScratchLen(s.h, s.w)), s.h, s.w, n%2 == 0)
					return dst
				})
				sameBits(t, fmt.Sprintf("gradient %v", s), func() []float32 {
					g, dst := NewConvGrad(in, out), make([]float32, len(weights))
					scratch := make([]float32, g.ScratchLen(1, s.h, s.w))
					for range 2 {
						g.Add(src, residual, scratch, 1, s.h, s.w)
					}
					g.Store(dst)
					return dst
				})
			}
		}
	}
}

// TestAVX512DenseHasTheSameBits compares dense layers and their gradients. Up to 14 rows give
// blocks of all sizes. There are up to 19 vectors of outputs, and the last may be incomplete.
func TestAVX512DenseHasTheSameBits(t *testing.T) {
	needAVX512(t)
	rng := newRand(33)
	for rows := 1; rows <= 14; rows++ {
		for out := 1; out <= 150; out += 1 + out%3 {
			for _, in := range []int{1, 3, 4, 5, 10, 33} {
				what := fmt.Sprintf("%d rows, %d->%d", rows, in, out)
				src, start, weights, bias := normal(rng, rows*in), normal(rng, rows*out),
					normal(rng, in*out), normal(rng, out)
				sameBits(t, what, func() []float32 {
					dst := make([]float32, rows*out)
					Dense(dst, src, weights, bias, rows, in, out, out%2 == 0)
					return dst
				})
				sameBits(t, what+", added", func() []float32 {
					dst := append([]float32(nil), start...)
					AddDense(dst, src, weights, rows, in, out)
					return dst
				})
				sameBits(t, what+", gradient of the weights", func() []float32 {
					dst := append([]float32(nil), weights...)
					AddDenseWeightGrad(dst, src, start, rows, in, out)
					return dst
				})
			}
		}
	}
}

// TestProductsUseAVX512 checks that the other tests really compare two widths. The shapes of the
// shipped networks must use the wide registers on the avx512 path, and never on another path.
func TestProductsUseAVX512(t *testing.T) {
	needAVX512(t)
	for _, name := range []string{"avx2", "avx512"} {
		onPath(t, name, func(t *testing.T) {
			for _, channels := range []int{32, 48, 64} {
				c := newVectorConv(channels, channels).(*vectorConv)
				for i := range c.panels {
					for _, tiles := range []int{1, 2, 4, 9, 12} {
						if b := c.blocksOf(&c.panels[i], tiles); b.zmm != avx512 {
							t.Errorf("%s, panel %d of %d channels, %d tiles: zmm is %v", name, i, channels,
								tiles, b.zmm)
						}
					}
				}
			}
			if width := panelWidth(8, 32); (width == 4) != avx512 {
				t.Errorf("%s: products of 32 rows take %d of 8 vectors at a time", name, width)
			}
		})
	}
}
