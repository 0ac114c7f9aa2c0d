package kernel

import "testing"

func TestSparseConv(t *testing.T) { eachPath(t, testSparseConv) }

// testSparseConv compares with the convolution of the whole image, on every size of board and all
// numbers of output channels up to 140 in steps of 10.
func testSparseConv(t *testing.T) {
	rng := newRand(14)
	for n := range fewer(14 * 15) {
		s := shape{3 + n%14, 3 + rng.IntN(14), 1 + n%40, 1 + n%15*10 + n%7}
		weights := between(normal(rng, 9*s.in*s.out))
		src, zero := make([]float32, PaddedLen(s.h, s.w, s.in)), make([]float32, s.out)
		base := image(rng, s.h, s.w, s.out)
		dst, intact := buffer(t, "dst", len(base))
		Pad(dst, unpadded(base, s.h, s.w, s.out), s.h, s.w, s.out)
		c := NewSparseConv(weights, s.in, s.out)
		for row := range s.h {
			for column := range s.w {
				var features []Feature
				for channel := rng.IntN(4); channel < s.in; channel += 1 + rng.IntN(9) {
					f := NewFeature(channel, float32(rng.NormFloat64()))
					src[((row+1)*(s.w+2)+column+1)*s.in+channel] = f.Value()
					features = append(features, f)
				}
				c.Add(dst, features, row, column, s.h, s.w)
			}
		}
		intact()
		checkBorder(t, s.String(), dst, s.h, s.w, s.out)
		want := make([]float32, len(base))
		conv3x3(want, src, weights, zero, base, s.h, s.w, s.in, s.out, false)
		compare(t, s.String(), unpadded(dst, s.h, s.w, s.out), widen(unpadded(want, s.h, s.w, s.out)))
	}
}

func widen(x []float32) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return y
}

func TestSparseConvRefuses(t *testing.T) { eachPath(t, testSparseConvRefuses) }

func testSparseConvRefuses(t *testing.T) {
	c := NewSparseConv(make([]float32, 9*2*8), 2, 8)
	for _, channel := range []int{-1, 2} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("channel %d of 2 is accepted", channel)
				}
			}()
			c.Add(make([]float32, PaddedLen(3, 3, 8)), []Feature{NewFeature(0, 1), NewFeature(channel, 1)},
				1, 1, 3, 3)
		}()
	}
}
