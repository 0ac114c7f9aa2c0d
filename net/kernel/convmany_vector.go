//go:build amd64 || arm64

package kernel

// imagesTogether is the number of samples that runMany multiplies with the same weights before it takes
// the next weights. On 14x12 with 128 channels, their frequencies take 0.9 MiB, so they stay in the
// second-level cache of most cores.
const imagesTogether = 4

// frequenciesTogether is the number of frequencies whose weights runMany multiplies with all samples. To
// 32 of 128 channels these weights take 64 KiB, so they stay in the second-level cache beside the
// samples. It divides the number of frequencies of every class.
const frequenciesTogether = 4

// manyScratchLen is [vectorConv.scratchLen], but with the frequencies and products of several samples.
func (c *vectorConv) manyScratchLen(h, w int) int {
	inputs, products, patch := c.scratch(gridOf(h, w))
	return imagesTogether*(inputs+products) + patch
}

// runMany is [vectorConv.run] with an inner loop over samples, for each few frequencies of a panel.
func (c *vectorConv) runMany(images []Image, scratch []float32, h, w int, relu bool) {
	g := gridOf(h, w)
	inputs, products, patch := c.scratch(g)
	v, rest := scratch[:imagesTogether*inputs], scratch[imagesTogether*inputs:]
	m, square := rest[:imagesTogether*products], rest[imagesTogether*products:][:patch]
	for ; len(images) > 0; images = images[min(imagesTogether, len(images)):] {
		some := images[:min(imagesTogether, len(images))]
		for i := range some {
			c.spread(v[i*inputs:][:inputs], some[i].Src[:PaddedLen(h, w, c.in)], square, g)
		}
		for n := range c.panels {
			p := &c.panels[n]
			c.multiplyMany(m, v, p, g, len(some))
			for i := range some {
				c.finish(&some[i], m[i*products:][:products], square, p, g, floorOf(relu))
			}
		}
	}
}

// multiplyMany computes the products of the frequencies of some samples with a panel.
func (c *vectorConv) multiplyMany(m, v []float32, p *panel, g grid, images int) {
	inputs, products, _ := c.scratch(g)
	for _, k := range g.classes() {
		part := class{k.first, frequenciesTogether, k.tile, k.tiles}
		for ; part.first < k.first+k.count; part.first += frequenciesTogether {
			for i := range images {
				c.multiplyClass(m[i*products:][:products], v[i*inputs:][:inputs], p, g, part)
			}
		}
	}
}

// finish stores the outputs of a sample that follow from the products m of a panel.
func (c *vectorConv) finish(x *Image, m, square []float32, p *panel, g grid, floor float32) {
	dst, residual := x.Dst[:PaddedLen(g.h, g.w, c.out)], x.Residual
	if residual != nil {
		residual = residual[:len(dst)]
	}
	c.gather(dst, m, residual, square, p, g, floor)
}
