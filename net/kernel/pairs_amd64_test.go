package kernel

import (
	"math"
	"testing"
)

// plainPairs is the plain twin of [pairConv.multiply], with the frequencies v before rounding. The
// product of two bfloat16 is exact in float64.
func plainPairs(m, v []float32, c *pairConv, p *panel, g grid) {
	pitch := g.tiles() * tileFloats
	for _, k := range g.classes() {
		for f := k.first; f < k.first+k.count; f++ {
			for tile := k.tile; tile < k.tile+k.tiles; tile++ {
				at := func(channel int) int {
					return channel/lanes*pitch + tile*tileFloats + f*lanes + channel%lanes
				}
				for o := range tileChannels {
					sum := 0.0
					for i := range c.exact.in {
						weight := p.weights[f*p.stride+p.at(i, p.first+o, c.exact.in)]
						sum += float64(fromBF16(bfloat16(v[at(i)]))) * float64(fromBF16(bfloat16(weight)))
					}
					m[at(o)] = float32(sum)
				}
			}
		}
	}
}

// runPlainPairs is [pairConv.run] with the plain products.
func runPlainPairs(c *pairConv, dst, src, residual []float32, h, w int, relu bool) {
	g := gridOf(h, w)
	inputs, products, patch := c.exact.scratch(g)
	v, m, square := make([]float32, inputs), make([]float32, products), make([]float32, patch)
	c.exact.spread(v, src, square, g)
	for n := range c.exact.panels {
		p := &c.exact.panels[n]
		plainPairs(m, v, c, p, g)
		c.exact.gather(dst, m, residual, square, p, g, floorOf(relu))
	}
}

// TestPairConvIsItsTwin compares convolutions with their plain twin. The processor adds up to 48 pairs
// in float32, and the twin in float64. The boards have 1 to 20 tiles, of all classes.
func TestPairConvIsItsTwin(t *testing.T) {
	needBF16(t)
	rng := newRand(57)
	for n, s := range tiledShapes() {
		src, weights, bias := between(image(rng, s.h, s.w, s.in)), between(normal(rng, 9*s.in*s.out)),
			between(normal(rng, s.out))
		method := newPairConv(s.in, s.out).(*pairConv)
		c := &Conv{in: s.in, out: s.out, method: method}
		c.Load(weights, bias)
		for _, turn := range []bool{false, true} {
			if turn {
				c.LoadTurned(turned(weights, s.in, s.out)) // the same weights
			}
			dst, intact := buffer(t, "dst", PaddedLen(s.h, s.w, s.out))
			Pad(dst, normal(rng, s.h*s.w*s.out), s.h, s.w, s.out)
			want := append([]float32(nil), dst...)
			runPlainPairs(method, want, src, want, s.h, s.w, n%2 == 0)
			scratch, scratchIntact := buffer(t, "scratch", c.ScratchLen(s.h, s.w))
			spoil(scratch)
			c.Run(dst, src, dst, scratch, s.h, s.w, n%2 == 0)
			intact()
			scratchIntact()
			checkBorder(t, s.String(), dst, s.h, s.w, s.out)
			largest := 0.0
			for _, v := range want {
				largest = max(largest, math.Abs(float64(v)))
			}
			for i, v := range dst {
				if !(math.Abs(float64(v-want[i])) <= 1e-5*largest) {
					t.Fatalf("%v, turned %v: value %d is %v, the twin's %v, the largest %v", s, turn, i, v,
						want[i], largest)
				}
			}
			run := func() { c.Run(dst, src, dst, scratch, s.h, s.w, true) }
			if n := testing.AllocsPerRun(5, run); n != 0 {
				t.Errorf("%v: %v allocations a run, want none", s, n)
			}
		}
	}
}

// TestNotANumberStaysInPairs checks that ReLU does not hide a NaN. The transforms spread it further than
// the taps.
func TestNotANumberStaysInPairs(t *testing.T) {
	needBF16(t)
	eachNearNaN(newPairConv, func(square int, near bool, v float32) {
		if near && v == v {
			t.Fatalf("square %d: %v", square, v)
		}
	})
}
