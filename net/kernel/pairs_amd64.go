package kernel

// A pairConv runs a convolution as [vectorConv] does, but multiplies the frequencies in bfloat16. One
// instruction of AVX-512 multiplies 32 of them and adds the products of each pair in float32. The
// transforms stay in float32.
type pairConv struct {
	exact *vectorConv // its weights, and its transforms
	pairs [][]float32 // weights of each panel: [36, in/2, 32]; each value is a pair of input channels
}

// newPairConv returns a convolution in bfloat16. It requires [hasBF16] and [fitsTiles].
func newPairConv(in, out int) convMethod {
	c := &pairConv{exact: newVectorConv(in, out).(*vectorConv)}
	for range c.exact.panels {
		c.pairs = append(c.pairs, make([]float32, frequencies*in/2*tileChannels))
	}
	return c
}

func (c *pairConv) setBias(bias []float32) { c.exact.setBias(bias) }

func (c *pairConv) load(weights []float32) {
	c.exact.load(weights)
	c.round()
}

func (c *pairConv) loadTurned(weights []float32) {
	c.exact.loadTurned(weights)
	c.round()
}

// round sets c.pairs to the weights of c.exact.
func (c *pairConv) round() {
	for n := range c.exact.panels {
		p, at := &c.exact.panels[n], 0
		for f := range frequencies {
			weights := p.weights[f*p.stride:]
			for i := 0; i < c.exact.in; i += 2 {
				for o := p.first; o < p.first+tileChannels; o++ {
					even, odd := p.at(i, o, c.exact.in), p.at(i+1, o, c.exact.in)
					c.pairs[n][at] = pairBF16(weights[even], weights[odd])
					at++
				}
			}
		}
	}
}

func (c *pairConv) scratchLen(h, w int) int { return c.scratchFor(1, h, w) }

func (c *pairConv) manyScratchLen(h, w int) int { return c.scratchFor(imagesTogether, h, w) }

// scratchFor returns the length of the scratch for some images: as vectorConv has it, and their rounded
// frequencies.
func (c *pairConv) scratchFor(images, h, w int) int {
	inputs, _, _ := c.exact.scratch(gridOf(h, w))
	return c.exact.scratchLen(h, w) + images*inputs/2
}

func (c *pairConv) run(dst, src, residual, scratch []float32, h, w int, relu bool) {
	c.runTogether([]Image{{Dst: dst, Src: src, Residual: residual}}, scratch, h, w, relu)
}

// runMany implements [manyMethod].
func (c *pairConv) runMany(images []Image, scratch []float32, h, w int, relu bool) {
	for ; len(images) > 0; images = images[min(imagesTogether, len(images)):] {
		c.runTogether(images[:min(imagesTogether, len(images))], scratch, h, w, relu)
	}
}

// runTogether multiplies a panel with all images before it takes the next panel.
func (c *pairConv) runTogether(images []Image, scratch []float32, h, w int, relu bool) {
	g := gridOf(h, w)
	inputs, products, patch := c.exact.scratch(g)
	v, m, square := scratch[:inputs], scratch[inputs:][:products], scratch[inputs+products:][:patch]
	rounded := scratch[inputs+products+patch:][:len(images)*inputs/2]
	for i := range images {
		c.exact.spread(v, images[i].Src[:PaddedLen(h, w, c.exact.in)], square, g)
		roundBF16(&rounded[i*inputs/2], &v[0], inputs)
	}
	for n := range c.exact.panels {
		for i := range images {
			c.multiply(m, rounded[i*inputs/2:][:inputs/2], c.pairs[n], g)
			c.exact.finish(&images[i], m, square, &c.exact.panels[n], g, floorOf(relu))
		}
	}
}

// multiply computes the products of all frequencies with a panel.
func (c *pairConv) multiply(m, v, pairs []float32, g grid) {
	pitch := g.tiles() * tileFloats * floatBytes
	for _, k := range g.classes() {
		if k.tiles == 0 {
			continue
		}
		from := k.tile*tileFloats + k.first*lanes
		blocks := (k.tiles + zmmTiles - 1) / zmmTiles
		multiplyPairs(&m[from], &v[from/2], &pairs[k.first*c.exact.in/2*tileChannels], k.count,
			c.exact.in/lanes, pitch, pitch/2, k.tiles/blocks, k.tiles%blocks, blocks)
	}
}
