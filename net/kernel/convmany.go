package kernel

// Image is one sample for [Conv.RunMany]. The slices are those of [Conv.Run].
type Image struct{ Dst, Src, Residual []float32 }

// A manyMethod runs a convolution over several samples together. It reads the weights less often
// than single runs do. The results are the same to the bit.
type manyMethod interface {
	// manyScratchLen and runMany implement [Conv.ManyScratchLen] and [Conv.RunMany].
	manyScratchLen(h, w int) int
	runMany(images []Image, scratch []float32, h, w int, relu bool)
}

// ManyScratchLen returns the number of floats that [Conv.RunMany] needs as scratch.
func (c *Conv) ManyScratchLen(h, w int) int {
	if m, ok := c.method.(manyMethod); ok {
		return m.manyScratchLen(h, w)
	}
	return c.method.scratchLen(h, w)
}

// RunMany runs the convolution on each image. The results equal those of [Conv.Run] to the bit.
// Where it can, it multiplies several samples with the weights that the cache holds.
func (c *Conv) RunMany(images []Image, scratch []float32, h, w int, relu bool) {
	if m, ok := c.method.(manyMethod); ok {
		m.runMany(images, scratch, h, w, relu)
		return
	}
	for _, x := range images {
		c.method.run(x.Dst, x.Src, x.Residual, scratch, h, w, relu)
	}
}
