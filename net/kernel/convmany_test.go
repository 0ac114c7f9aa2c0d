package kernel

import (
	"slices"
	"testing"
)

// TestRunMany compares batches of all sizes with single runs, to the bit. The runs have no
// residual, or a residual in the output's place.
func TestRunMany(t *testing.T) { eachPath(t, testRunMany) }

func testRunMany(t *testing.T) {
	rng, step := newRand(71), 1
	if testing.Short() {
		step = 3
	}
	for _, s := range []struct{ h, w, in, out int }{{6, 4, 24, 24}, {12, 14, 40, 40}, {3, 16, 7, 9},
		{8, 8, 64, 32}, {12, 14, 32, 64}, {8, 8, 128, 128}} {
		c := NewInferenceConv(normal(rng, 9*s.in*s.out), normal(rng, s.out), s.in, s.out)
		scratch, many := make([]float32, c.ScratchLen(s.h, s.w)), make([]float32, c.ManyScratchLen(s.h, s.w))
		for n := 0; n < 10; n += step {
			relu := n%2 == 0
			var images []Image
			var want [][]float32
			for i := range n {
				x := Image{Dst: image(rng, s.h, s.w, s.out), Src: image(rng, s.h, s.w, s.in)}
				once := slices.Clone(x.Dst)
				if i%2 == 0 {
					c.Run(once, x.Src, nil, scratch, s.h, s.w, relu)
				} else {
					x.Residual = x.Dst
					c.Run(once, x.Src, once, scratch, s.h, s.w, relu)
				}
				images, want = append(images, x), append(want, once)
			}
			c.RunMany(images, many, s.h, s.w, relu)
			for i := range images {
				if !slices.Equal(images[i].Dst, want[i]) {
					t.Fatalf("%+v: sample %d of %d differs", s, i, n)
				}
			}
		}
	}
}
