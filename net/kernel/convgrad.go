package kernel

// A ConvGrad sums the gradient of a 3x3 convolution's weights over the samples of a batch. It
// computes what [Conv3x3WeightGrad] does as [Conv] computes the convolution: in frequencies, a
// quarter of the multiplications. It is for one goroutine.
type ConvGrad struct {
	in, out int
	sums    []float32 // of the gradient, in frequencies; they mean nothing if empty
	empty   bool
	method  gradMethod
}

// A gradMethod is a way to sum the gradient, with sums in a layout of its own.
type gradMethod interface {
	// sumsLen returns the number of floats of the sums.
	sumsLen() int
	// scratchLen returns the number of floats that add needs as scratch for n samples.
	scratchLen(n int, t tiling) int
	// add adds the gradient of n samples to sums, or replaces them by it if they are empty.
	add(sums []float32, empty bool, src, ddst, scratch []float32, n int, t tiling, h, w int)
	// store sets dweights to the gradient, transformed back as G^T sums G.
	store(dweights, sums []float32)
}

// NewConvGrad returns the zero gradient of weights [3, 3, in, out].
func NewConvGrad(in, out int) *ConvGrad {
	g := &ConvGrad{in: in, out: out, empty: true}
	if avx2 {
		g.method = newAVX2Grad(in, out)
	} else {
		g.method = &plainGrad{in, out}
	}
	g.sums = make([]float32, g.method.sumsLen())
	return g
}

// Reset makes the gradient zero.
func (g *ConvGrad) Reset() { g.empty = true }

// passTiles is about the number of tiles that are summed in one pass: with more of them, their
// frequencies leave the second cache; with fewer, the sums are read and written too often.
const passTiles = 64

// pass returns the number of samples in a pass over n.
func pass(n int, t tiling) int { return max(1, min(n, passTiles/(t.tall*t.wide))) }

// ScratchLen returns the number of floats that [ConvGrad.Add] needs as scratch for n samples.
func (g *ConvGrad) ScratchLen(n, h, w int) int {
	t := tilingOf(h, w)
	return g.method.scratchLen(pass(n, t), t)
}

// Add adds the gradient of n samples that lie one after the other: src are their inputs [.., in]
// and ddst the gradients of their outputs before the activation [.., out], padded images of
// h x w squares. Some 16 tiles of 4x4 squares at a time are enough for full speed. scratch has
// [ConvGrad.ScratchLen] floats, and need not be cleared.
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
