//go:build amd64 || arm64

package kernel

// vectorGrad sums a gradient with vectors of eight floats, in sums [36, in, outFull]. The products are
// like those of [vectorConv], with the input channels in the place of the tiles. They are summed over the
// tiles.
type vectorGrad struct{ in, out int }

// newVectorGrad returns a gradient in assembly. It requires [hasVectors].
func newVectorGrad(in, out int) gradMethod { return &vectorGrad{in, out} }

func (g *vectorGrad) inFull() int  { return fullVectors(g.in) }
func (g *vectorGrad) outFull() int { return fullVectors(g.out) }

// stride returns the number of floats from a frequency of the sums to the next.
func (g *vectorGrad) stride() int  { return g.in*g.outFull() + frequencyGap }
func (g *vectorGrad) sumsLen() int { return frequencies * g.stride() }

func (g *vectorGrad) scratchLen(n int, t tiling) int {
	inputs, outputs := g.strides(n, t)
	return frequencies * (lanes + inputs + outputs)
}

// strides returns the distances between two frequencies, in floats: of the inputs [tiles, inFull],
// and of the gradient of the outputs [tiles, outFull].
func (g *vectorGrad) strides(n int, t tiling) (inputs, outputs int) {
	tiles := n * t.tall * t.wide
	return tiles*g.inFull() + frequencyGap, tiles*g.outFull() + frequencyGap
}

func (g *vectorGrad) add(sums []float32, empty bool, src, ddst, scratch []float32, n int, t tiling,
	h, w int) {
	xStride, yStride := g.strides(n, t)
	half, rest := scratch[:frequencies*lanes], scratch[frequencies*lanes:]
	x, y := rest[:frequencies*xStride], rest[frequencies*xStride:][:frequencies*yStride]
	for sample := range n {
		first := sample * t.tall * t.wide
		g.spread(x[first*g.inFull():], y[first*g.outFull():], half,
			src[sample*PaddedLen(h, w, g.in):], ddst[sample*PaddedLen(h, w, g.out):], xStride, yStride, t,
			h, w)
	}
	p := product{
		add: !empty, floor: noFloor, batch: frequencies, mNext: g.stride(), vNext: xStride, uNext: yStride,
		mRow: g.outFull(), vRow: 1, vStep: g.inFull(), uStep: g.outFull(), depth: n * t.tall * t.wide,
	}
	for at := 0; at < g.outFull(); at += p.vectors * lanes {
		p.vectors = panelWidth((g.outFull()-at)/lanes, g.in)
		p.u = &y[at]
		p.run(sums[at:], x, g.in)
	}
}

// spread fills x and y with the frequencies of every tile of one sample.
func (g *vectorGrad) spread(x, y, half, src, ddst []float32, xStride, yStride int, t tiling, h, w int) {
	for tile := range t.tall * t.wide {
		row, column := tile/t.wide*tileOut, tile%t.wide*tileOut
		spread(&x[tile*g.inFull()], &src[(row*(w+2)+column)*g.in], &half[0],
			xStride*floatBytes, (w+2)*g.in*floatBytes, g.in*floatBytes, g.in, min(tileIn, h+2-row),
			min(tileIn, w+2-column))
		spreadGrad(&y[tile*g.outFull()], &ddst[((row+1)*(w+2)+column+1)*g.out], &half[0],
			yStride*floatBytes, (w+2)*g.out*floatBytes, g.out*floatBytes, g.out, min(tileOut, h-row),
			min(tileOut, w-column))
	}
}

func (g *vectorGrad) store(dweights, sums []float32) {
	rows, columns := g.in, g.out
	if g.out == g.outFull() { // one row follows the other in both
		rows, columns = 1, g.in*g.out
	}
	for r := range rows {
		gatherGrad(&dweights[r*g.out], &sums[r*g.outFull()], g.stride()*floatBytes, g.in*g.out*floatBytes,
			columns)
	}
}
