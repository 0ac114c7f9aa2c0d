//go:build amd64 || arm64

package kernel

// imagesTogether is the number of samples that runMany multiplies with a panel before it takes the
// next panel. On 14x12 with 128 channels, their frequencies take 0.9 MiB and a panel takes 0.6 MiB.
// The second-level cache of a core holds both.
const imagesTogether = 4

// manyScratchLen is [vectorConv.scratchLen], but with the frequencies of several samples.
func (c *vectorConv) manyScratchLen(h, w int) int {
	inputs, products, patch := c.scratch(gridOf(h, w))
	return imagesTogether*inputs + products + patch
}

// runMany is [vectorConv.run] with the loops over samples and panels exchanged.
func (c *vectorConv) runMany(images []Image, scratch []float32, h, w int, relu bool) {
	g := gridOf(h, w)
	inputs, products, patch := c.scratch(g)
	v, rest := scratch[:imagesTogether*inputs], scratch[imagesTogether*inputs:]
	m, square := rest[:products], rest[products:][:patch]
	for ; len(images) > 0; images = images[min(imagesTogether, len(images)):] {
		some := images[:min(imagesTogether, len(images))]
		for i := range some {
			c.spread(v[i*inputs:][:inputs], some[i].Src[:PaddedLen(h, w, c.in)], square, g)
		}
		for p := range c.panels {
			for i := range some {
				c.runPanel(&c.panels[p], &some[i], v[i*inputs:][:inputs], m, square, g, floorOf(relu))
			}
		}
	}
}

// runPanel multiplies the frequencies v of a sample with a panel and stores the outputs.
func (c *vectorConv) runPanel(p *panel, x *Image, v, m, square []float32, g grid, floor float32) {
	c.multiply(m, v, p, g)
	c.finish(x, m, square, p, g, floor)
}

// finish stores the outputs of a sample that follow from the products m of a panel.
func (c *vectorConv) finish(x *Image, m, square []float32, p *panel, g grid, floor float32) {
	dst, residual := x.Dst[:PaddedLen(g.h, g.w, c.out)], x.Residual
	if residual != nil {
		residual = residual[:len(dst)]
	}
	c.gather(dst, m, residual, square, p, g, floor)
}
