//go:build amd64 || arm64

package kernel

import (
	"math"
	"slices"
	"testing"
)

// A plainProduct is the plain twin of [shortProduct]. It computes the products m of all frequencies v of an
// image src with a panel, and rounds v first.
type plainProduct func(m, v, src []float32, c *vectorConv, p *panel, g grid)

// eachPlace calls product for each frequency, tile and output of a panel. at returns the index of a channel
// of this frequency and tile, among inputs and among products.
func eachPlace(c *vectorConv, p *panel, g grid, product func(f, output int, at func(channel int) int)) {
	pitch := g.tiles() * tileFloats
	for _, k := range g.classes() {
		for f := k.first; f < k.first+k.count; f++ {
			for tile := k.tile; tile < k.tile+k.tiles; tile++ {
				at := func(channel int) int {
					return channel/lanes*pitch + tile*tileFloats + f*lanes + channel%lanes
				}
				for o := range min(p.vectors*lanes, c.out-p.first) {
					product(f, o, at)
				}
			}
		}
	}
}

// runTwin is [roundedConv.run] with plain products.
func runTwin(c *roundedConv, plain plainProduct, dst, src, residual []float32, h, w int, relu bool) {
	g := gridOf(h, w)
	inputs, products, patch := c.exact.scratch(g)
	v, m, square := make([]float32, inputs), make([]float32, products), make([]float32, patch)
	c.exact.spread(v, src, square, g)
	for n := range c.exact.panels {
		p := &c.exact.panels[n]
		plain(m, v, src, c.exact, p, g)
		c.exact.gather(dst, m, residual, square, p, g, floorOf(relu))
	}
}

// testTwin compares convolutions with their plain twin. bound limits the difference, in shares of the largest
// output. The boards have 1 to 20 tiles, of all classes. Every second image has no negative inputs.
func testTwin(t *testing.T, newConv func(in, out int) convMethod, plain plainProduct, bound float64) {
	rng := newRand(57)
	for n, s := range tiledShapes() {
		if testing.Short() && n%4 > 1 {
			continue
		}
		src, weights, bias := between(twinImage(rng, n, s)), between(normal(rng, 9*s.in*s.out)),
			between(normal(rng, s.out))
		method, relu := newConv(s.in, s.out).(*roundedConv), n%3 == 0
		c := &Conv{in: s.in, out: s.out, method: method}
		c.Load(weights, bias)
		for _, turn := range []bool{false, true} {
			if turn {
				c.LoadTurned(turned(weights, s.in, s.out)) // the same weights
			}
			dst, intact := buffer(t, "dst", PaddedLen(s.h, s.w, s.out))
			Pad(dst, normal(rng, s.h*s.w*s.out), s.h, s.w, s.out)
			want := slices.Clone(dst)
			runTwin(method, plain, want, src, want, s.h, s.w, relu)
			scratch, scratchIntact := buffer(t, "scratch", c.ScratchLen(s.h, s.w))
			spoil(scratch)
			c.Run(dst, src, dst, scratch, s.h, s.w, relu)
			intact()
			scratchIntact()
			checkBorder(t, s.String(), dst, s.h, s.w, s.out)
			largest := 0.0
			for _, v := range want {
				largest = max(largest, math.Abs(float64(v)))
			}
			for i, v := range dst {
				if !(math.Abs(float64(v-want[i])) <= bound*largest) {
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
