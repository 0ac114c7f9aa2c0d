//go:build amd64 || arm64

package kernel

// vectorConv runs a convolution with vectors of eight floats. It transforms eight channels at a time. It
// multiplies in blocks of up to 3 tiles x 32 output channels, 4 x 24 or 6 x 16. Where the processor
// has AVX-512, blocks of 16 and 32 channels take up to 6 tiles. The frequencies have the shape
// [channels/8, tiles, 36, 8]. So a transform works in one place, and a block of products finds its
// operands at constant distances.
type vectorConv struct {
	in, out int
	panels  []panel
	bias    []float32 // [out rounded up to whole vectors]
}

// A panel holds the weights to some vectors of output channels that are multiplied together. The
// weights of a panel of four vectors lie in memory like two panels of two vectors. So the two
// halves can also be multiplied one after the other.
type panel struct {
	first, vectors int // first output channel, and number of vectors
	width          int // floats in a row of weights
	stride         int // floats from a frequency to the next
	weights        []float32
}

// at returns the index of the weights from input channel i to the eight output channels from o on.
// in is the number of input channels.
func (p *panel) at(i, o, in int) int {
	column := o - p.first
	return (column/p.width*in+i)*p.width + column%p.width
}

// tileFloats is the distance between the frequencies of two adjacent tiles, for eight channels. It
// has one extra cache line, so that the tiles do not compete for the same places in the cache.
const tileFloats = frequencies*lanes + 64/floatBytes

// panelVectors is the largest number of vectors of output channels in a panel.
const panelVectors = 4

// newVectorConv returns a convolution in assembly. It requires [hasVectors].
func newVectorConv(in, out int) convMethod {
	c := &vectorConv{in: in, out: out, bias: make([]float32, fullVectors(out))}
	for first := 0; first < out; {
		p := panel{first: first, vectors: vectorsTogether((len(c.bias) - first) / lanes)}
		p.width = p.vectors * lanes
		if p.vectors == panelVectors {
			p.width /= 2
		}
		p.stride = in*p.vectors*lanes + frequencyGap
		p.weights = make([]float32, frequencies*p.stride)
		c.panels = append(c.panels, p)
		first += p.vectors * lanes
	}
	return c
}

// vectorsTogether returns the number of vectors of output channels in the next panel, if left
// vectors remain. It avoids a panel of one vector, unless the convolution has only one. Six vectors
// are four and two, not three and three: registers of AVX-512 hold two vectors.
func vectorsTogether(left int) int {
	switch {
	case left <= panelVectors:
		return left
	case left == 5:
		return 3
	default:
		return panelVectors
	}
}

func (c *vectorConv) setBias(bias []float32) { copy(c.bias, bias) }

func (c *vectorConv) scratchLen(h, w int) int {
	inputs, products, patch := c.scratch(gridOf(h, w))
	return inputs + products + patch
}

// scratch returns the length of three arrays. The first holds the inputs' frequencies. The second
// holds the products of one panel; the first panel is the widest. The third holds the squares of
// a tile that extends beyond the image.
func (c *vectorConv) scratch(g grid) (inputs, products, patch int) {
	pitch := g.tiles() * tileFloats
	return pitch * fullVectors(c.in) / lanes, pitch * c.panels[0].vectors, frequencies * max(c.in, c.out)
}

func (c *vectorConv) run(dst, src, residual, scratch []float32, h, w int, relu bool) {
	dst, src = dst[:PaddedLen(h, w, c.out)], src[:PaddedLen(h, w, c.in)]
	if residual != nil {
		residual = residual[:len(dst)]
	}
	g := gridOf(h, w)
	inputs, products, patch := c.scratch(g)
	v, m, square := scratch[:inputs], scratch[inputs:][:products], scratch[inputs+products:][:patch]
	c.spread(v, src, square, g)
	for i := range c.panels {
		p := &c.panels[i]
		c.multiply(m, v, p, g)
		c.gather(dst, m, residual, square, p, g, floorOf(relu))
	}
}

// spread fills v with the frequencies B^T x B of every tile's inputs.
func (c *vectorConv) spread(v, src, patch []float32, g grid) {
	pitch, step := g.tiles()*tileFloats*floatBytes, c.in*floatBytes
	c.eachRun(src, patch, g, func(x *float32, row, tile, count int, s strip) {
		spreadStrip(&v[tile*tileFloats], x, pitch, row*step, step, c.in, count, s)
	})
}

// eachRun calls spread for the inputs x of tiles that lie side by side, with rows of row squares. It copies
// those of a tile that extends beyond the image to patch.
func (c *vectorConv) eachRun(src, patch []float32, g grid,
	spread func(x *float32, row, tile, count int, s strip)) {
	for s := range g.strips {
		inside := g.inside(s)
		if inside > 0 {
			spread(&src[(s.row*(g.w+2)+s.column)*c.in], g.w+2, s.tile, inside, s)
		}
		for n := inside; n < s.count; n++ {
			cut(patch, src, s.row, s.column+n*tileOut, g.h, g.w, c.in)
			spread(&patch[0], tileIn, s.tile+n, 1, s)
		}
	}
}

func spreadStrip(v, x *float32, vector, row, step, channels, count int, s strip) {
	switch {
	case s.tall == tileOut && s.wide == tileOut:
		spread4x4(v, x, vector, row, step, channels, count)
	case s.tall == tileOut:
		spread4x2(v, x, vector, row, step, channels, count)
	case s.wide == tileOut:
		spread2x4(v, x, vector, row, step, channels, count)
	default:
		spread2x2(v, x, vector, row, step, channels, count)
	}
}

// multiply computes the products of all frequencies with a panel.
func (c *vectorConv) multiply(m, v []float32, p *panel, g grid) {
	for _, k := range g.classes() {
		c.multiplyClass(m, v, p, g, k)
	}
}

// multiplyClass computes the products of a class of frequencies with a panel.
func (c *vectorConv) multiplyClass(m, v []float32, p *panel, g grid, k class) {
	if k.tiles == 0 {
		return
	}
	pitch := g.tiles() * tileFloats * floatBytes
	b := c.blocksOf(p, k.tiles)
	from := k.tile*tileFloats + k.first*lanes
	multiplyTiles(&m[from], &v[from], &p.weights[k.first*p.stride], k.count, c.in, pitch, pitch,
		b.vectors,
		p.vectors/b.vectors, k.tiles/b.count, k.tiles%b.count, b.count, b.ahead*floatBytes, b.zmm)
}

// gather transforms the products m of a panel back, A^T m A, and stores them with bias, residual
// and floor.
func (c *vectorConv) gather(dst, m, residual, patch []float32, p *panel, g grid, floor float32) {
	pitch, step := g.tiles()*tileFloats*floatBytes, c.out*floatBytes
	first, channels := p.first, min(p.vectors*lanes, c.out-p.first)
	bias := &c.bias[first]
	for s := range g.strips {
		inside := g.inside(s)
		if inside > 0 {
			corner := ((s.row+1)*(g.w+2)+s.column+1)*c.out + first
			var other *float32
			if residual != nil {
				other = &residual[corner]
			}
			gatherStrip(&dst[corner], &m[s.tile*tileFloats], other, bias, pitch, (g.w+2)*step, step,
				channels, inside, s, floor)
		}
		for n := inside; n < s.count; n++ {
			row, column := s.row, s.column+n*tileOut
			var other *float32
			if residual != nil {
				cutOutputs(patch, residual, row, column, g.h, g.w, c.out)
				other = &patch[first]
			}
			gatherStrip(&patch[first], &m[(s.tile+n)*tileFloats], other, bias, pitch, tileOut*step, step,
				channels, 1, s, floor)
			c.paste(dst, patch, row, column, first, channels, g)
		}
	}
}

func gatherStrip(dst, m, residual, bias *float32, vector, row, step, channels, count int, s strip,
	floor float32) {
	switch {
	case s.tall == tileOut && s.wide == tileOut:
		gather4x4(dst, m, residual, bias, vector, row, step, channels, count, floor)
	case s.tall == tileOut:
		gather4x2(dst, m, residual, bias, vector, row, step, channels, count, floor)
	case s.wide == tileOut:
		gather2x4(dst, m, residual, bias, vector, row, step, channels, count, floor)
	default:
		gather2x2(dst, m, residual, bias, vector, row, step, channels, count, floor)
	}
}

// paste copies some channels of patch [4, 4, out] to dst, for the squares inside the image.
func (c *vectorConv) paste(dst, patch []float32, row, column, first, channels int, g grid) {
	wide := min(tileOut, g.w-column)
	for r := range min(tileOut, g.h-row) {
		to := dst[((row+r+1)*(g.w+2)+column+1)*c.out:][:wide*c.out]
		from := patch[r*tileOut*c.out:]
		if channels == c.out {
			copy(to, from)
			continue
		}
		for q := range wide {
			copy(to[q*c.out+first:][:channels], from[q*c.out+first:])
		}
	}
}

// taps are the nine taps from eight input channels to eight output channels, [9, 8, 8].
type taps [9 * lanes * lanes]float32

func (c *vectorConv) load(weights []float32) {
	c.eachEight(func(p *panel, i, inputs, o, outputs int) {
		if outputs == lanes {
			c.store(p, i, inputs, o, &weights[i*c.out+o], c.in*c.out, c.out)
			return
		}
		var t taps
		for k := range 9 {
			for r := range inputs {
				copy(t[(k*lanes+r)*lanes:][:outputs], weights[(k*c.in+i+r)*c.out+o:])
			}
		}
		c.store(p, i, inputs, o, &t[0], lanes*lanes, lanes)
	})
}

func (c *vectorConv) loadTurned(weights []float32) {
	c.eachEight(func(p *panel, i, inputs, o, outputs int) {
		var t taps
		for k := range 9 {
			to := t[k*lanes*lanes:][:lanes*lanes]
			for n := range outputs {
				for r, x := range weights[((8-k)*c.out+o+n)*c.in+i:][:inputs] {
					to[r*lanes+n] = x
				}
			}
		}
		c.store(p, i, inputs, o, &t[0], lanes*lanes, lanes)
	})
}

// eachEight calls f for every eight input channels and eight output channels, or fewer at the end.
// The order completes the cache lines of a panel while they are in the first-level cache.
func (c *vectorConv) eachEight(f func(p *panel, i, inputs, o, outputs int)) {
	for n := range c.panels {
		p := &c.panels[n]
		for i := 0; i < c.in; i += lanes {
			for o := p.first; o < min(c.out, p.first+p.vectors*lanes); o += lanes {
				f(p, i, min(lanes, c.in-i), o, min(lanes, c.out-o))
			}
		}
	}
}

// store sets the frequencies G w G^T of the taps from some input channels to eight output channels.
// tap is the distance between taps, row the distance between input channels.
func (c *vectorConv) store(p *panel, i, inputs, o int, w *float32, tap, row int) {
	spreadTaps(&p.weights[p.at(i, o, c.in)], w, p.stride*floatBytes, p.width*floatBytes, tap*floatBytes,
		row*floatBytes, inputs)
}
