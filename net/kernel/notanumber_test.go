package kernel

import (
	"math"
	"testing"
)

// TestNotANumberStaysInPools checks a NaN on any square. In a pool it must make the mean of its
// channel NaN. In AddChannels it must change no other number. ReLU must not hide it.
func TestNotANumberStaysInPools(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		const h, w = 3, 4
		rng := newRand(32)
		for c := 1; c <= 40; c++ {
			flat, square := normal(rng, h*w*c), rng.IntN(h*w)
			for i := range c {
				flat[square*c+i] = float32(math.NaN())
			}
			dst := make([]float32, 2*c)
			for name, pool := range map[string]func(){
				"GlobalPool":       func() { GlobalPool(dst, flat, h, w, c) },
				"GlobalPoolPadded": func() { GlobalPoolPadded(dst, padded(flat, h, w, c), h, w, c) },
			} {
				pool()
				for i, v := range dst[:c] {
					if v == v {
						t.Fatalf("%s: mean %d of %d is %v", name, i, c, v)
					}
				}
			}
			x := padded(flat, h, w, c)
			AddChannels(x, normal(rng, c), h, w, c)
			for i, v := range unpadded(x, h, w, c) {
				if (v == v) == (i/c == square) {
					t.Fatalf("AddChannels: value %d of %d channels is %v, bad is square %d", i, c, v, square)
				}
			}
		}
	})
}
