//go:build amd64 || arm64

package kernel

// A roundedConv runs a convolution as [vectorConv] does, but multiplies the frequencies in numbers of 16
// bits. The transforms stay in float32.
type roundedConv struct {
	exact *vectorConv // its weights, and its transforms
	short shortProduct
}

// A shortProduct multiplies frequencies in numbers of 16 bits, with weights in its own layout.
type shortProduct interface {
	// load takes the weights of the exact convolution.
	load()
	// spread sets dst to the rounded frequencies of an image, two in each place, and returns a factor of
	// their products. v and patch are the scratch of [vectorConv.spread].
	spread(dst, v, src, patch []float32, g grid) float32
	// multiply computes the products m of some rounded frequencies v with panel n.
	multiply(m, v []float32, n int, g grid, k class, unit float32)
}

// newRoundedConv returns a convolution. It requires [fitsTiles].
func newRoundedConv(in, out int, short func(c *vectorConv) shortProduct) convMethod {
	exact := newVectorConv(in, out).(*vectorConv)
	return &roundedConv{exact: exact, short: short(exact)}
}

func (c *roundedConv) setBias(bias []float32) { c.exact.setBias(bias) }

func (c *roundedConv) load(weights []float32) {
	c.exact.load(weights)
	c.short.load()
}

func (c *roundedConv) loadTurned(weights []float32) {
	c.exact.loadTurned(weights)
	c.short.load()
}

func (c *roundedConv) scratchLen(h, w int) int { return c.scratchFor(1, h, w) }

func (c *roundedConv) manyScratchLen(h, w int) int { return c.scratchFor(imagesTogether, h, w) }

// scratchFor returns the length of the scratch for some images: as vectorConv has it, and their rounded
// frequencies.
func (c *roundedConv) scratchFor(images, h, w int) int {
	inputs, _, _ := c.exact.scratch(gridOf(h, w))
	return c.exact.scratchLen(h, w) + images*inputs/2
}

func (c *roundedConv) run(dst, src, residual, scratch []float32, h, w int, relu bool) {
	c.runTogether([]Image{{Dst: dst, Src: src, Residual: residual}}, scratch, h, w, relu)
}

// runMany implements [manyMethod].
func (c *roundedConv) runMany(images []Image, scratch []float32, h, w int, relu bool) {
	for ; len(images) > 0; images = images[min(imagesTogether, len(images)):] {
		c.runTogether(images[:min(imagesTogether, len(images))], scratch, h, w, relu)
	}
}

// runTogether multiplies a panel with all images before it takes the next panel.
func (c *roundedConv) runTogether(images []Image, scratch []float32, h, w int, relu bool) {
	g := gridOf(h, w)
	inputs, products, patch := c.exact.scratch(g)
	v, m, square := scratch[:inputs], scratch[inputs:][:products], scratch[inputs+products:][:patch]
	rounded := scratch[inputs+products+patch:][:len(images)*inputs/2]
	var units [imagesTogether]float32
	for i := range images {
		src := images[i].Src[:PaddedLen(h, w, c.exact.in)]
		units[i] = c.short.spread(rounded[i*inputs/2:][:inputs/2], v, src, square, g)
	}
	for n := range c.exact.panels {
		for i := range images {
			for _, k := range g.classes() {
				if k.tiles > 0 {
					c.short.multiply(m, rounded[i*inputs/2:][:inputs/2], n, g, k, units[i])
				}
			}
			c.exact.finish(&images[i], m, square, &c.exact.panels[n], g, floorOf(relu))
		}
	}
}
