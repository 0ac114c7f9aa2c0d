package kernel

// avx2Conv runs a convolution in AVX2 and FMA: all transforms over eight channels at a time, all
// products in blocks of up to 6 tiles x 16 output channels or 4 x 24. The frequencies of a channel
// lie 64 bytes more than a whole number of tiles apart: a power of two between them would send all
// of them to the same few lines of the cache.
type avx2Conv struct {
	in, out int
	weights []float32 // panel after panel, each [36, in, 8*panelWidth]
	bias    []float32 // [outFull]
}

const frequencyGap = 64 / floatBytes

// newAVX2Conv is called where [hasAVX2] says so.
func newAVX2Conv(in, out int) convMethod {
	c := &avx2Conv{in: in, out: out}
	c.weights = make([]float32, frequencies*in*c.outFull())
	c.bias = make([]float32, c.outFull())
	return c
}

func fullVectors(channels int) int { return (channels + lanes - 1) / lanes * lanes }

// inFull and outFull are the numbers of channels rounded up to whole vectors.
func (c *avx2Conv) inFull() int  { return fullVectors(c.in) }
func (c *avx2Conv) outFull() int { return fullVectors(c.out) }

func (c *avx2Conv) set(i, o int, w [frequencies]float32) {
	// Only the first panel may have another width than 2.
	first, width := 0, panelWidth(c.outFull()/lanes)*lanes
	if o >= width {
		first, width = width+(o-width)/(2*lanes)*(2*lanes), 2*lanes
	}
	at := frequencies*c.in*first + i*width + o - first
	for f, v := range w {
		c.weights[at+f*c.in*width] = v
	}
}

func (c *avx2Conv) setBias(bias []float32) { copy(c.bias, bias) }

func (c *avx2Conv) scratchLen(t tiling) int {
	inputs, products := c.strides(t)
	return frequencies * (lanes + inputs + products)
}

// strides returns the numbers of floats from a frequency to the next, of the inputs [tiles, inFull]
// and of the products [tiles, outFull].
func (c *avx2Conv) strides(t tiling) (inputs, products int) {
	tiles := t.tall * t.wide
	return tiles*c.inFull() + frequencyGap, tiles*c.outFull() + frequencyGap
}

func (c *avx2Conv) run(dst, src, residual, scratch []float32, t tiling, h, w int, relu bool) {
	dst, src = dst[:PaddedLen(h, w, c.out)], src[:PaddedLen(h, w, c.in)]
	if residual != nil {
		residual = residual[:len(dst)]
	}
	vStride, mStride := c.strides(t)
	half, rest := scratch[:frequencies*lanes], scratch[frequencies*lanes:]
	v, m := rest[:frequencies*vStride], rest[frequencies*vStride:][:frequencies*mStride]
	c.spread(v, src, half, vStride, t, h, w)
	c.multiply(m, v, mStride, vStride, t)
	c.gather(dst, m, residual, half, mStride, t, h, w, floorOf(relu))
}

// spread fills v with the frequencies B^T x B of every tile's inputs.
func (c *avx2Conv) spread(v, src, half []float32, stride int, t tiling, h, w int) {
	for tile := range t.tall * t.wide {
		row, column := tile/t.wide*tileOut, tile%t.wide*tileOut
		tall, wide := min(tileIn, h+2-row), min(tileIn, w+2-column)
		spread(&v[tile*c.inFull()], &src[(row*(w+2)+column)*c.in], &half[0],
			stride*floatBytes, (w+2)*c.in*floatBytes, c.in*floatBytes, c.in, tall, wide)
	}
}

// multiply computes the products of all frequencies.
func (c *avx2Conv) multiply(m, v []float32, mStride, vStride int, t tiling) {
	p := product{
		floor: noFloor, batch: frequencies, mNext: mStride, vNext: vStride,
		mRow: c.outFull(), vRow: c.inFull(), vStep: 1, depth: c.in,
	}
	for at := 0; at < c.outFull(); at += p.uStep {
		p.vectors = panelWidth((c.outFull() - at) / lanes)
		p.uStep = p.vectors * lanes
		p.uNext = c.in * p.uStep
		p.u = &c.weights[frequencies*c.in*at]
		p.run(m[at:], v, t.tall*t.wide)
	}
}

// gather transforms the products m back, A^T m A, and stores them with bias, residual and floor.
func (c *avx2Conv) gather(dst, m, residual, half []float32, stride int, t tiling, h, w int, floor float32) {
	for tile := range t.tall * t.wide {
		row, column := tile/t.wide*tileOut, tile%t.wide*tileOut
		at := ((row+1)*(w+2) + column + 1) * c.out
		var other *float32
		if residual != nil {
			other = &residual[at]
		}
		gather(&dst[at], &m[tile*c.outFull()], other, &c.bias[0], &half[0],
			stride*floatBytes, (w+2)*c.out*floatBytes, c.out*floatBytes, c.out, min(tileOut, h-row), min(tileOut, w-column), floor)
	}
}
