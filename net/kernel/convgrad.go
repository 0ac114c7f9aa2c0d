package kernel

// A ConvGrad sums the gradient of a 3x3 convolution's weights over the samples of a batch. It
// computes what [Conv3x3WeightGrad] does as [Conv] computes the convolution: in frequencies, a
// quarter of the multiplications. It is for one goroutine.
type ConvGrad struct {
	in, out int
	sums    []float32 // of the gradient, in frequencies
	method  gradMethod
}

// A gradMethod is a way to sum the gradient, with sums in a layout of its own.
type gradMethod interface {
	// layout returns the number of floats from a frequency to the next.
	layout() (stride int)
	// at returns where the frequencies from input channel i to output channel o begin.
	at(i, o int) int
	// scratchLen is [ConvGrad.ScratchLen], add is [ConvGrad.Add].
	scratchLen(n int, t tiling) int
	add(sums, src, ddst, scratch []float32, n int, t tiling, h, w int)
}

// NewConvGrad returns the zero gradient of weights [3, 3, in, out].
func NewConvGrad(in, out int) *ConvGrad {
	g := &ConvGrad{in: in, out: out}
	if avx2 {
		g.method = newAVX2Grad(in, out)
	} else {
		g.method = &plainGrad{in, out}
	}
	g.sums = make([]float32, frequencies*g.method.layout())
	return g
}

// Reset makes the gradient zero.
func (g *ConvGrad) Reset() { clear(g.sums) }

// ScratchLen returns the number of floats that [ConvGrad.Add] needs as scratch for n samples.
func (g *ConvGrad) ScratchLen(n, h, w int) int { return g.method.scratchLen(n, tilingOf(h, w)) }

// Add adds the gradient of n samples that lie one after the other: src are their inputs [.., in]
// and ddst the gradients of their outputs before the activation [.., out], padded images of
// h x w squares. Some 16 tiles of 4x4 squares at a time are enough for full speed. scratch has
// [ConvGrad.ScratchLen] floats, and need not be cleared.
func (g *ConvGrad) Add(src, ddst, scratch []float32, n, h, w int) {
	g.method.add(g.sums, src, ddst, scratch, n, tilingOf(h, w), h, w)
}

// Store adds the gradient, transformed back as G^T sums G, to dweights [3, 3, in, out].
func (g *ConvGrad) Store(dweights []float32) {
	for i := range g.in {
		for o := range g.out {
			g.storeTap(dweights[i*g.out+o:], g.sums[g.method.at(i, o):], g.method.layout())
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
