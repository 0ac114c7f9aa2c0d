package kernel

// A ConvGrad sums the gradient of a 3x3 convolution's weights over the samples of a batch. It
// works in frequencies, like [Conv], with a quarter of the multiplications. One goroutine uses it.
type ConvGrad struct {
	in, out int
	sums    []float32 // sums of the gradient, in frequencies; undefined if empty
	empty   bool
	method  gradMethod
}

// A gradMethod is a way to sum the gradient, with sums in its own layout.
type gradMethod interface {
	// sumsLen returns the number of floats of the sums.
	sumsLen() int
	// scratchLen returns the number of floats that add needs as scratch for n samples.
	scratchLen(n int, t tiling) int
	// add adds the gradient of n samples to sums. If empty is set, it replaces the sums.
	add(sums []float32, empty bool, src, ddst, scratch []float32, n int, t tiling, h, w int)
	// store sets dweights to the gradient, transformed back as G^T sums G.
	store(dweights, sums []float32)
}

// NewConvGrad returns the zero gradient of weights [3, 3, in, out].
func NewConvGrad(in, out int) *ConvGrad {
	g := &ConvGrad{in: in, out: out, empty: true}
	if vectors {
		g.method = newVectorGrad(in, out)
	} else {
		g.method = &plainGrad{in, out}
	}
	g.sums = make([]float32, g.method.sumsLen())
	return g
}

// Reset sets the gradient to zero.
func (g *ConvGrad) Reset() { g.empty = true }

// passTiles is the approximate number of tiles in one pass. The frequencies of more tiles leave the
// second-level cache. With fewer tiles, a pass reads and writes the sums too often.
const passTiles = 64

// pass returns the number of samples in each pass over n samples.
func pass(n int, t tiling) int { return max(1, min(n, passTiles/(t.tall*t.wide))) }

// ScratchLen returns the number of floats that [ConvGrad.Add] needs as scratch for n samples.
func (g *ConvGrad) ScratchLen(n, h, w int) int {
	t := tilingOf(h, w)
	return g.method.scratchLen(pass(n, t), t)
}

// Add adds the gradient of n samples, one after the other in memory. src holds their inputs [..,
// in], and ddst the gradients of their outputs before the activation [.., out], as padded images of
// h x w squares. About 16 tiles of 4x4 squares at a time are enough for full speed. scratch has
// [ConvGrad.ScratchLen] floats with any content.
func (g *ConvGrad) Add(src, ddst, scratch []float32, n, h, w int) {
	t := tilingOf(h, w)
	for most := pass(n, t); n > 0; n -= most {
		samples := min(n, most)
		inputs, outputs := samples*PaddedLen(h, w, g.in), samples*PaddedLen(h, w, g.out)
		g.method.add(g.sums, g.empty, src[:inputs], ddst[:outputs], scratch, samples, t, h, w)
		g.empty = false
		src, ddst = src[inputs:], ddst[outputs:]
	}
}

// Store sets dweights [3, 3, in, out] to the gradient.
func (g *ConvGrad) Store(dweights []float32) {
	dweights = dweights[:9*g.in*g.out]
	if g.empty {
		clear(dweights)
		return
	}
	g.method.store(dweights, g.sums)
}

// plainGrad sums a gradient in Go alone, in sums [36, inPairs, outGroups, 2, 4]. It is the oracle
// of the other methods.
type plainGrad struct{ in, out int }

// groupChannels is the number of input channels whose gradients are computed together, with
// groupOut output channels. This is the shape of [multiplyPair], which sums over tiles here.
const groupChannels = groupTiles

func (g *plainGrad) inPairs() int   { return (g.in + groupChannels - 1) / groupChannels }
func (g *plainGrad) outGroups() int { return (g.out + groupOut - 1) / groupOut }

// stride returns the number of floats from a frequency of the sums to the next.
func (g *plainGrad) stride() int  { return g.inPairs() * g.outGroups() * groupChannels * groupOut }
func (g *plainGrad) sumsLen() int { return frequencies * g.stride() }

// at returns the index of the first sum from input channel i to output channel o.
func (g *plainGrad) at(i, o int) int {
	at := (i/groupChannels*g.outGroups()+o/groupOut)*groupChannels + i%groupChannels
	return at*groupOut + o%groupOut
}

func (g *plainGrad) scratchLen(n int, t tiling) int {
	_, inputs, outputs := g.scratch(n, t)
	return inputs + outputs + frequencies*max(g.in, g.out)
}

// scratch returns the number of tiles in n samples, rounded up to a multiple of groupIn. It also
// returns the length of two arrays: the inputs' frequencies [36, inPairs, tiles, 2], and the
// frequencies of the outputs' gradient [36, outGroups, tiles, 4].
func (g *plainGrad) scratch(n int, t tiling) (tiles, inputs, outputs int) {
	tiles = (n*t.tall*t.wide + groupIn - 1) / groupIn * groupIn
	return tiles, frequencies * g.inPairs() * tiles * groupChannels,
		frequencies * g.outGroups() * tiles * groupOut
}

func (g *plainGrad) add(sums []float32, empty bool, src, ddst, scratch []float32, n int, t tiling, h, w int) {
	if empty {
		clear(sums)
	}
	tiles, inputs, outputs := g.scratch(n, t)
	x, y, patch := scratch[:inputs], scratch[inputs:][:outputs], scratch[inputs+outputs:]
	clear(x) // the channels and tiles of the rounding must be zero
	clear(y)
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
	g.multiply(sums, x, y, tiles)
}

// multiply adds the products of the frequencies, summed over tiles.
func (g *plainGrad) multiply(sums, x, y []float32, tiles int) {
	pairs, groups := g.inPairs(), g.outGroups()
	var a, b [groupOut]float32
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

func (g *plainGrad) store(dweights, sums []float32) {
	for i := range g.in {
		for o := range g.out {
			g.storeTaps(dweights[i*g.out+o:], sums[g.at(i, o):])
		}
	}
}

// storeTaps sets the nine taps from one channel to another.
func (g *plainGrad) storeTaps(dweights, sums []float32) {
	var half [3 * tileIn]float32 // G^T sums
	stride, tap := g.stride(), g.in*g.out
	for j := range tileIn {
		x := sums[j*stride:]
		row := tileIn * stride
		half[j], half[tileIn+j], half[2*tileIn+j] = gatherWeights(x[0], x[row], x[2*row], x[3*row],
			x[4*row], x[5*row])
	}
	for r := range 3 {
		x := (*[tileIn]float32)(half[r*tileIn:])
		w0, w1, w2 := gatherWeights(x[0], x[1], x[2], x[3], x[4], x[5])
		dweights[3*r*tap], dweights[(3*r+1)*tap], dweights[(3*r+2)*tap] = w0, w1, w2
	}
}
