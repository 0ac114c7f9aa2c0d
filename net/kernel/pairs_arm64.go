package kernel

// A pairProduct multiplies frequencies in bfloat16. One instruction multiplies 16 of them: four input
// channels of two tiles by their weights to two outputs. It adds the products in float32.
type pairProduct struct {
	exact  *vectorConv
	panels [][]float32 // weights of each panel: [36, pairs, in/8, 2, 16, 2]; each value is a pair of channels
}

const (
	matrixInputs  = 4         // input channels of one instruction
	matrixOutputs = 2 * lanes // outputs of a block of sums, which is a pair of vectors
	matrixTiles   = 6         // tiles in the largest block
	bf16Bytes     = 2
)

// newPairConv returns a convolution in bfloat16. It requires [hasBF16] and [fitsTiles].
func newPairConv(in, out int) convMethod {
	return newRoundedConv(in, out, func(c *vectorConv) shortProduct {
		p := &pairProduct{exact: c}
		for _, exact := range c.panels {
			p.panels = append(p.panels, make([]float32, frequencies*in/2*exact.vectors*lanes))
		}
		return p
	})
}

func (pp *pairProduct) load() {
	c := pp.exact
	for n := range c.panels {
		p, to := &c.panels[n], pp.panels[n]
		for f := range frequencies {
			weights := p.weights[f*p.stride:]
			for first := p.first; first < p.first+p.vectors*lanes; first += matrixOutputs {
				for i := 0; i < c.in; i += matrixInputs {
					for o := first; o < first+matrixOutputs; o++ {
						for k := i; k < i+matrixInputs; k += 2 {
							to[0] = pairBF16(weights[p.at(k, o, c.in)], weights[p.at(k+1, o, c.in)])
							to = to[1:]
						}
					}
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
	p, in, pitch := &pp.exact.panels[n], pp.exact.in, g.tiles()*tileFloats
	from := k.tile*tileFloats + k.first*lanes
	blocks := (k.tiles + matrixTiles - 1) / matrixTiles
	multiplyMatrices(&m[from], &v[from/2], &pp.panels[n][k.first*in/2*p.vectors*lanes], k.count, in/lanes,
		p.vectors*lanes/matrixOutputs, pitch*floatBytes, pitch*bf16Bytes, k.tiles/blocks, k.tiles%blocks,
		blocks)
}
