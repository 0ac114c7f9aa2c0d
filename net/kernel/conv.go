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
	method  convMethod
}

// A convMethod is a way to run a convolution: it has weights and bias in a layout of its own.
type convMethod interface {
	// load, loadTurned and setBias are [Conv.Load] of either and [Conv.LoadTurned].
	load(weights []float32)
	loadTurned(weights []float32)
	setBias(bias []float32)
	// scratchLen and run are [Conv.ScratchLen] and [Conv.Run].
	scratchLen(h, w int) int
	run(dst, src, residual, scratch []float32, h, w int, relu bool)
}

// NewConv prepares a convolution with weights [3, 3, in, out] and bias [out], which may be nil.
// It keeps neither slice.
func NewConv(weights, bias []float32, in, out int) *Conv {
	c := &Conv{in: in, out: out}
	switch {
	case avx2:
		c.method = newAVX2Conv(in, out)
	case simd && fits(in, out):
		c.method = newSIMDConv(in, out)
	default:
		c.method = newPlainConv(in, out)
	}
	c.Load(weights, bias)
	return c
}

// Load replaces the weights [3, 3, in, out] and, unless it is nil, the bias [out].
func (c *Conv) Load(weights, bias []float32) {
	if bias != nil {
		c.method.setBias(bias[:c.out])
	}
	c.method.load(weights[:9*c.in*c.out])
}

// LoadTurned replaces the weights by those of another convolution turned round, so that running c
// takes the gradient of the other's output to that of its input. The other's weights are
// [3, 3, out, in], where c has in and out channels itself.
func (c *Conv) LoadTurned(weights []float32) { c.method.loadTurned(weights[:9*c.in*c.out]) }

// ScratchLen returns the number of floats that [Conv.Run] needs as scratch on an image of h x w.
func (c *Conv) ScratchLen(h, w int) int { return c.method.scratchLen(h, w) }

// Run computes dst = act(src * weights + bias + residual) for one sample; the arguments are
// those of [Conv3x3]. scratch has [Conv.ScratchLen] floats, and need not be cleared.
func (c *Conv) Run(dst, src, residual, scratch []float32, h, w int, relu bool) {
	c.method.run(dst, src, residual, scratch, h, w, relu)
}
