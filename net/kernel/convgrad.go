package kernel

// A ConvGrad sums the gradient of a 3x3 convolution's weights over the samples of a batch. It
// computes what [Conv3x3WeightGrad] does as [Conv] computes the convolution: in frequencies, a
// quarter of the multiplications. It is for one goroutine.
type ConvGrad struct {
	in, out int
	sums    []float32 // [36, inPairs, outGroups, 2, 4]: of the gradient, in frequencies
}

// groupChannels is the number of input channels whose gradients are computed together, with
// groupOut output channels: the shape of [multiplyPair], which here sums over tiles.
const groupChannels = groupTiles

// NewConvGrad returns the zero gradient of weights [3, 3, in, out].
func NewConvGrad(in, out int) *ConvGrad {
	g := &ConvGrad{in: in, out: out}
	g.sums = make([]float32, frequencies*g.inPairs()*g.outGroups()*groupChannels*groupOut)
	return g
}

func (g *ConvGrad) inPairs() int   { return (g.in + groupChannels - 1) / groupChannels }
func (g *ConvGrad) outGroups() int { return (g.out + groupOut - 1) / groupOut }

// Reset makes the gradient zero.
func (g *ConvGrad) Reset() { clear(g.sums) }

// ScratchLen returns the number of floats that [ConvGrad.Add] needs as scratch for n samples.
func (g *ConvGrad) ScratchLen(n, h, w int) int {
	_, inputs, outputs := g.scratch(n, h, w)
	return inputs + outputs + frequencies*max(g.in, g.out)
}

// scratch returns the number of tiles of n samples, rounded up to whole steps of a product, and
// the sizes of the frequencies of the inputs, [36, inPairs, tiles, 2], and of the gradient of the
// outputs, [36, outGroups, tiles, 4].
func (g *ConvGrad) scratch(n, h, w int) (tiles, inputs, outputs int) {
	t := tilingOf(h, w)
	tiles = (n*t.tall*t.wide + groupIn - 1) / groupIn * groupIn
	return tiles, frequencies * g.inPairs() * tiles * groupChannels, frequencies * g.outGroups() * tiles * groupOut
}

// Add adds the gradient of n samples that lie one after the other: src are their inputs [.., in]
// and ddst the gradients of their outputs before the activation [.., out], padded images of
// h x w squares. Some 16 tiles of 4x4 squares at a time are enough for full speed. scratch has
// [ConvGrad.ScratchLen] floats, and need not be cleared.
func (g *ConvGrad) Add(src, ddst, scratch []float32, n, h, w int) {
	tiles, inputs, outputs := g.scratch(n, h, w)
	x, y, patch := scratch[:inputs], scratch[inputs:][:outputs], scratch[inputs+outputs:]
	clear(x) // channels and tiles that only round up must be zero
	clear(y)
	t := tilingOf(h, w)
	xStride, yStride := g.inPairs()*tiles*groupChannels, g.outGroups()*tiles*groupOut
	for at := range n * t.tall * t.wide {
		sample, tile := at/(t.tall*t.wide), at%(t.tall*t.wide)
		row, column := tile/t.wide*tileOut, tile%t.wide*tileOut
		cut(patch, src[sample*PaddedLen(h, w, g.in):], row, column, h, w, g.in)
		for i := range g.in {
			to := x[(i/groupChannels*tiles+at)*groupChannels+i%groupChannels:]
			spreadTile(to, patch[i:], xStride, g.in)
		}
		cutOutputs(patch, ddst[sample*PaddedLen(h, w, g.out):], row, column, h, w, g.out)
		for o := range g.out {
			to := y[(o/groupOut*tiles+at)*groupOut+o%groupOut:]
			spreadGradTile(to, patch[o:], yStride, g.out)
		}
	}
	g.multiply(x, y, tiles)
}

// multiply adds the products of the frequencies, summed over tiles.
func (g *ConvGrad) multiply(x, y []float32, tiles int) {
	pairs, groups := g.inPairs(), g.outGroups()
	var a, b [groupOut]float32
	sums := g.sums
	for f := range frequencies {
		for p := range pairs {
			inputs := x[(f*pairs+p)*tiles*groupChannels:][:tiles*groupChannels]
			for o := range groups {
				multiplyPair(&a, &b, inputs, y[(f*groups+o)*tiles*groupOut:][:tiles*groupOut])
				to := (*[groupChannels * groupOut]float32)(sums)
				for i := range a {
					to[i] += a[i]
					to[groupOut+i] += b[i]
				}
				sums = sums[len(to):]
			}
		}
	}
}

// Store adds the gradient, transformed back as G^T sums G, to dweights [3, 3, in, out].
func (g *ConvGrad) Store(dweights []float32) {
	stride := g.inPairs() * g.outGroups() * groupChannels * groupOut
	for i := range g.in {
		for o := range g.out {
			at := (i/groupChannels*g.outGroups()+o/groupOut)*groupChannels + i%groupChannels
			g.storeTap(dweights[i*g.out+o:], g.sums[at*groupOut+o%groupOut:], stride)
		}
	}
}

// storeTap adds to the nine taps from one channel to another the gradient whose frequencies lie
// stride apart.
func (g *ConvGrad) storeTap(dweights, sums []float32, stride int) {
	var half [3 * tileIn]float32 // G^T sums
	for j := range tileIn {
		x := sums[j*stride:]
		row := tileIn * stride
		half[j], half[tileIn+j], half[2*tileIn+j] = gatherWeights(x[0], x[row], x[2*row], x[3*row], x[4*row], x[5*row])
	}
	tap := g.in * g.out
	for r := range 3 {
		x := (*[tileIn]float32)(half[r*tileIn:])
		w0, w1, w2 := gatherWeights(x[0], x[1], x[2], x[3], x[4], x[5])
		dweights[3*r*tap] += w0
		dweights[(3*r+1)*tap] += w1
		dweights[(3*r+2)*tap] += w2
	}
}
