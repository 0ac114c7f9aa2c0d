package kernel

// A Conv is a 3x3 convolution whose weights stay the same over many samples. It computes what
// [Conv3x3] does, with a quarter of the multiplications: Winograd's minimal filtering
// F(4x4, 3x3) (Lavin and Gray, arXiv:1509.09308). The image is cut into tiles of 4x4 outputs;
// each tile's 6x6 inputs are transformed into 36 frequencies, in which the convolution is a
// product for each frequency, and the products are transformed back. Results differ from the
// direct method by rounding, about 1e-5 of the largest value.
//
// A Conv is not changed by running it: goroutines share it, each with scratch of its own.
type Conv struct {
	in, out int
	weights []float32 // [36, outGroups, inFull, 4]: four output channels lie together
	bias    []float32 // [out], or nil
}

// NewConv prepares a convolution with weights [3, 3, in, out] and bias [out], which may be nil.
// It keeps neither slice.
func NewConv(weights, bias []float32, in, out int) *Conv {
	c := &Conv{in: in, out: out}
	c.weights = make([]float32, frequencies*c.outGroups()*c.inFull()*groupOut)
	if bias != nil {
		c.bias = make([]float32, out)
	}
	c.Load(weights, bias)
	return c
}

// inFull is the number of input channels rounded up to whole steps of a product.
func (c *Conv) inFull() int { return (c.in + groupIn - 1) / groupIn * groupIn }

func (c *Conv) outGroups() int { return (c.out + groupOut - 1) / groupOut }

// Load replaces the weights [3, 3, in, out] and, if the convolution has one, the bias [out].
func (c *Conv) Load(weights, bias []float32) {
	copy(c.bias, bias)
	var w [9]float32
	for i := range c.in {
		for o := range c.out {
			for k := range w {
				w[k] = weights[(k*c.in+i)*c.out+o]
			}
			c.set(i, o, &w)
		}
	}
}

// LoadTurned replaces the weights by those of another convolution turned round, so that running c
// takes the gradient of the other's output to that of its input. The other's weights are
// [3, 3, out, in], where c has in and out channels itself.
func (c *Conv) LoadTurned(weights []float32) {
	var w [9]float32
	for i := range c.in {
		for o := range c.out {
			for k := range w {
				w[k] = weights[((8-k)*c.out+o)*c.in+i]
			}
			c.set(i, o, &w)
		}
	}
}

// set stores the frequencies G w G^T of the weights from input channel i to output channel o.
func (c *Conv) set(i, o int, w *[9]float32) {
	var half [3 * tileIn]float32 // G w, one column after the other
	for k := range 3 {
		spreadWeights((*[tileIn]float32)(half[k*tileIn:]), w[k], w[3+k], w[6+k])
	}
	stride := c.outGroups() * c.inFull() * groupOut
	at := (o/groupOut*c.inFull()+i)*groupOut + o%groupOut
	var row [tileIn]float32
	for r := range tileIn {
		spreadWeights(&row, half[r], half[tileIn+r], half[2*tileIn+r])
		for j, v := range row {
			c.weights[(r*tileIn+j)*stride+at] = v
		}
	}
}

// ScratchLen returns the number of floats that [Conv.Run] needs as scratch on an image of h x w.
func (c *Conv) ScratchLen(h, w int) int {
	inputs, products := c.scratch(tilingOf(h, w))
	return inputs + products + frequencies*c.in
}

// scratch returns the sizes of the frequencies of the inputs, [36, pairs, inFull, 2], and of the
// products, [36, pairs, 2, 4*outGroups].
func (c *Conv) scratch(t tiling) (inputs, products int) {
	tiles := frequencies * t.pairs * groupTiles
	return tiles * c.inFull(), tiles * c.outGroups() * groupOut
}

// Run computes dst = act(src * weights + bias + residual) for one sample; the arguments are
// those of [Conv3x3]. scratch has [Conv.ScratchLen] floats, and need not be cleared.
func (c *Conv) Run(dst, src, residual, scratch []float32, h, w int, relu bool) {
	t := tilingOf(h, w)
	inputs, products := c.scratch(t)
	v, m, patch := scratch[:inputs], scratch[inputs:][:products], scratch[inputs+products:][:frequencies*c.in]
	c.spread(v, patch, src, t, h, w)
	c.multiply(m, v, t)
	c.gather(dst, m, residual, t, h, w, relu)
}

// spread fills v [36, pairs, inFull, 2] with the frequencies B^T x B of every tile's inputs.
func (c *Conv) spread(v, patch, src []float32, t tiling, h, w int) {
	full := c.inFull()
	stride := t.pairs * full * groupTiles    // from a frequency to the next
	for tile := range t.pairs * groupTiles { // the last may lie beyond the image
		cut(patch, src, tile/t.wide*tileOut, tile%t.wide*tileOut, h, w, c.in)
		at := tile/groupTiles*full*groupTiles + tile%groupTiles
		for i := range c.in {
			spreadTile(v[at+i*groupTiles:], patch[i:], stride, c.in)
		}
		for i := c.in; i < full; i++ {
			for f := range frequencies {
				v[at+i*groupTiles+f*stride] = 0
			}
		}
	}
}

// multiply computes the products of all frequencies.
func (c *Conv) multiply(m, v []float32, t tiling) {
	filter, pair := c.inFull()*groupOut, c.inFull()*groupTiles
	groups := c.outGroups()
	pitch := groups * groupOut
	for f := range frequencies {
		for g := range groups {
			weights := c.weights[(f*groups+g)*filter:][:filter]
			for p := range t.pairs {
				at := f*t.pairs + p
				x := v[at*pair:][:pair]
				to := m[at*groupTiles*pitch+g*groupOut:]
				multiplyPair((*[groupOut]float32)(to), (*[groupOut]float32)(to[pitch:]), x, weights)
			}
		}
	}
}

// gather transforms the products m [36, pairs, 2, 4*outGroups] back, A^T m A, and stores them
// with bias, residual and activation.
func (c *Conv) gather(dst, m, residual []float32, t tiling, h, w int, relu bool) {
	pitch := c.outGroups() * groupOut
	stride := t.pairs * groupTiles * pitch
	var y [tileOut * tileOut]float32
	for tile := range t.tall * t.wide {
		row, column := tile/t.wide*tileOut, tile%t.wide*tileOut
		tall, wide := min(tileOut, h-row), min(tileOut, w-column)
		corner := ((row+1)*(w+2) + column + 1) * c.out
		for o := range c.out {
			gatherTile(&y, m[tile*pitch+o:], stride)
			var bias float32
			if c.bias != nil {
				bias = c.bias[o]
			}
			for r := range tall {
				at := corner + r*(w+2)*c.out + o
				for _, x := range y[r*tileOut:][:wide] {
					x += bias
					if residual != nil {
						x += residual[at]
					}
					if relu && x < 0 {
						x = 0
					}
					dst[at] = x
					at += c.out
				}
			}
		}
	}
}
