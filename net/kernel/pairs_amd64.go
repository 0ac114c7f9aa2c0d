package kernel

// A pairProduct multiplies frequencies in bfloat16. One instruction of AVX-512 multiplies 32 of them and
// adds the products of each pair in float32.
type pairProduct struct {
	exact  *vectorConv
	panels [][]float32 // weights of each panel: [36, in/2, 32]; each value is a pair of input channels
}

// newPairConv returns a convolution in bfloat16. It requires [hasBF16] and [fitsTiles].
func newPairConv(in, out int) convMethod {
	return newRoundedConv(in, out, func(c *vectorConv) shortProduct {
		p := &pairProduct{exact: c}
		for range c.panels {
			p.panels = append(p.panels, make([]float32, frequencies*in/2*tileChannels))
		}
		return p
	})
}

func (pp *pairProduct) load() {
	c := pp.exact
	for n := range c.panels {
		p, at := &c.panels[n], 0
		for f := range frequencies {
			weights := p.weights[f*p.stride:]
			for i := 0; i < c.in; i += 2 {
				for o := p.first; o < p.first+tileChannels; o++ {
					pp.panels[n][at] = pairBF16(weights[p.at(i, o, c.in)], weights[p.at(i+1, o, c.in)])
					at++
				}
			}
		}
	}
}

// spread rounds all frequencies at once. Their products need no factor.
func (pp *pairProduct) spread(dst, v, src, patch []float32, g grid) float32 {
	pp.exact.spread(v, src, patch, g)
	roundBF16(&dst[0], &v[0], len(v))
	return 1
}

func (pp *pairProduct) multiply(m, v []float32, n int, g grid, k class, _ float32) {
	pitch, in := g.tiles()*tileFloats*floatBytes, pp.exact.in
	from := k.tile*tileFloats + k.first*lanes
	blocks := (k.tiles + zmmTiles - 1) / zmmTiles
	multiplyPairs(&m[from], &v[from/2], &pp.panels[n][k.first*in/2*tileChannels], k.count, in/lanes,
		pitch, pitch/2, k.tiles/blocks, k.tiles%blocks, blocks)
}
