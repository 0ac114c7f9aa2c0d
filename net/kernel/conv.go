package kernel

// A Conv is a 3x3 convolution with the same weights for many samples. It needs a quarter of the
// multiplications of the direct method, by Winograd's minimal filtering F(4x4, 3x3) (Lavin and Gray,
// arXiv:1509.09308). It cuts the image into tiles of 4x4 outputs, and transforms each tile's 6x6
// inputs into 36 frequencies. There the convolution is one product for each frequency. Then it
// transforms the products back. Results differ from the direct method by rounding, about 1e-5 of
// the largest value.
//
// Run does not change a Conv. Goroutines share it, each with its own scratch.
type Conv struct {
	in, out int
	method  convMethod
}

// A convMethod is a way to run a convolution, with weights and bias in its own layout.
type convMethod interface {
	// load, loadTurned and setBias implement [Conv.Load] and [Conv.LoadTurned].
	load(weights []float32)
	loadTurned(weights []float32)
	setBias(bias []float32)
	// scratchLen and run implement [Conv.ScratchLen] and [Conv.Run].
	scratchLen(h, w int) int
	run(dst, src, residual, scratch []float32, h, w int, relu bool)
}

// NewConv returns a convolution with weights [3, 3, in, out] and bias [out], which may be nil. It
// keeps neither slice.
func NewConv(weights, bias []float32, in, out int) *Conv {
	if vectors {
		return loaded(newVectorConv, weights, bias, in, out)
	}
	return loaded(newPlainConv, weights, bias, in, out)
}

// loaded returns a convolution with a method and with weights.
func loaded(method func(in, out int) convMethod, weights, bias []float32, in, out int) *Conv {
	c := &Conv{in: in, out: out, method: method(in, out)}
	c.Load(weights, bias)
	return c
}

// NewInferenceConv is [NewFastConv] for inference alone. If both numbers of channels are multiples of 32, it
// may round the frequencies of its inputs and weights to 16 bits. It does so on some processors without AMX:
//
//   - to bfloat16, where AVX-512 or NEON multiplies it and there are at most 64 channels; results then differ
//     by about 2.5% of their size
//   - to integers, where there is AVX2 and no AVX-512; results then differ by 0.1 to 0.4% of their size
//
// With package simd it multiplies integers if both numbers of channels are multiples of four.
func NewInferenceConv(weights, bias []float32, in, out int) *Conv {
	switch {
	case paired(in, out):
		return loaded(newPairConv, weights, bias, in, out)
	case inIntegers(in, out):
		return loaded(newIntConv, weights, bias, in, out)
	default:
		return NewFastConv(weights, bias, in, out)
	}
}

// NewFastConv is [NewConv] for inference and training. Some processors multiply matrices of bfloat16.
// There the convolution rounds its inputs and weights to this type, if both numbers of channels are
// multiples of 32. Results then differ by about 0.3% of their size.
func NewFastConv(weights, bias []float32, in, out int) *Conv {
	if !tiled(in, out) {
		return NewConv(weights, bias, in, out)
	}
	return loaded(newTileConv, weights, bias, in, out)
}

// tileChannels counts the channels of one product of tiles: it reads 32 input channels and computes
// 32 output channels.
const tileChannels = 32

// fitsTiles reports whether a tileConv and a roundedConv can have these channels.
func fitsTiles(in, out int) bool { return in%tileChannels == 0 && out%tileChannels == 0 }

// tiled reports whether [NewFastConv] multiplies tiles.
func tiled(in, out int) bool { return amx && fitsTiles(in, out) }

// TileChannels is the number of which both numbers of channels must be multiples on the paths amx, bf16
// and int16.
const TileChannels = tileChannels

// pairedChannels is the largest number of channels for which pairs are faster than float32.
const pairedChannels = 64

// paired reports whether [NewInferenceConv] multiplies pairs.
func paired(in, out int) bool {
	return bf16 && !amx && fitsTiles(in, out) && max(in, out) <= pairedChannels
}

// inIntegers reports whether [NewInferenceConv] multiplies integers.
func inIntegers(in, out int) bool { return int16s && fitsInts(in, out) }

// InferenceConvFloats returns the approximate number of floats that the weights of [NewInferenceConv]
// take.
func InferenceConvFloats(in, out int) int {
	switch {
	case tiled(in, out):
		return 9 * in * out / 2
	case paired(in, out) || inIntegers(in, out):
		return frequencies * in * out * 3 / 2 // in 32 bits and in 16
	default:
		return frequencies * in * out
	}
}

// Load replaces the weights [3, 3, in, out] and, unless it is nil, the bias [out].
func (c *Conv) Load(weights, bias []float32) {
	if bias != nil {
		c.method.setBias(bias[:c.out])
	}
	c.method.load(weights[:9*c.in*c.out])
}

// LoadTurned replaces the weights by the weights of another convolution, rotated by half a turn.
// Run then maps the gradient of the other's output to the gradient of its input. The other's
// weights are [3, 3, out, in], where in and out are the channels of c.
func (c *Conv) LoadTurned(weights []float32) { c.method.loadTurned(weights[:9*c.in*c.out]) }

// ScratchLen returns the number of floats that [Conv.Run] needs as scratch on an image of h x w.
func (c *Conv) ScratchLen(h, w int) int { return c.method.scratchLen(h, w) }

// Run computes dst = act(src * weights + bias + residual) for one sample. Here * is the
// cross-correlation that networks call convolution, and act is ReLU or the identity. src [.., in],
// dst and residual [.., out] are padded images of h x w squares. Row 0 of the weights reads the row
// before. residual may be nil or dst. scratch has [Conv.ScratchLen] floats with any content.
func (c *Conv) Run(dst, src, residual, scratch []float32, h, w int, relu bool) {
	c.method.run(dst, src, residual, scratch, h, w, relu)
}

// plainConv runs a convolution in Go alone. It is the oracle of the other methods.
type plainConv struct {
	in, out int
	weights []float32 // [36, outGroups, inFull, 4]: four output channels lie together
	bias    []float32 // [out]
}

func newPlainConv(in, out int) convMethod {
	c := &plainConv{in: in, out: out, bias: make([]float32, out)}
	c.weights = make([]float32, frequencies*c.outGroups()*c.inFull()*groupOut)
	return c
}

// inFull is the number of input channels rounded up to whole steps of a product.
func (c *plainConv) inFull() int { return (c.in + groupIn - 1) / groupIn * groupIn }

func (c *plainConv) outGroups() int { return (c.out + groupOut - 1) / groupOut }

func (c *plainConv) load(weights []float32) { eachFilter(weights, c.in, c.out, c.set) }

func (c *plainConv) loadTurned(weights []float32) { eachTurnedFilter(weights, c.in, c.out, c.set) }

// eachFilter calls set with the frequencies G w G^T of the taps from every input channel to every
// output channel of weights [3, 3, in, out].
func eachFilter(weights []float32, in, out int, set func(i, o int, w [frequencies]float32)) {
	eachTaps(in, out, func(i, o, k int) float32 { return weights[(k*in+i)*out+o] }, set)
}

// eachTurnedFilter is eachFilter for weights [3, 3, out, in], rotated by half a turn as in
// [Conv.LoadTurned].
func eachTurnedFilter(weights []float32, in, out int, set func(i, o int, w [frequencies]float32)) {
	eachTaps(in, out, func(i, o, k int) float32 { return weights[((8-k)*out+o)*in+i] }, set)
}

func eachTaps(in, out int, tap func(i, o, k int) float32, set func(i, o int, w [frequencies]float32)) {
	var w [9]float32
	for i := range in {
		for o := range out {
			for k := range w {
				w[k] = tap(i, o, k)
			}
			set(i, o, spreadFilter(&w))
		}
	}
}

func (c *plainConv) set(i, o int, w [frequencies]float32) {
	stride := c.outGroups() * c.inFull() * groupOut
	at := (o/groupOut*c.inFull()+i)*groupOut + o%groupOut
	for f, v := range w {
		c.weights[f*stride+at] = v
	}
}

func (c *plainConv) setBias(bias []float32) { copy(c.bias, bias) }

func (c *plainConv) scratchLen(h, w int) int {
	inputs, products := c.scratch(tilingOf(h, w))
	return inputs + products + frequencies*c.in
}

// scratch returns the length of two arrays: the inputs' frequencies [36, pairs, inFull, 2] and the
// products [36, pairs, 2, 4*outGroups].
func (c *plainConv) scratch(t tiling) (inputs, products int) {
	tiles := frequencies * t.pairs * groupTiles
	return tiles * c.inFull(), tiles * c.outGroups() * groupOut
}

func (c *plainConv) run(dst, src, residual, scratch []float32, h, w int, relu bool) {
	dst, src = dst[:PaddedLen(h, w, c.out)], src[:PaddedLen(h, w, c.in)]
	t := tilingOf(h, w)
	inputs, products := c.scratch(t)
	v, m, patch := scratch[:inputs], scratch[inputs:][:products], scratch[inputs+products:][:frequencies*c.in]
	c.spread(v, patch, src, t, h, w)
	c.multiply(m, v, t)
	c.gather(dst, m, residual, t, h, w, relu)
}

// spread fills v [36, pairs, inFull, 2] with the frequencies B^T x B of every tile's inputs.
func (c *plainConv) spread(v, patch, src []float32, t tiling, h, w int) {
	full := c.inFull()
	stride := t.pairs * full * groupTiles    // from a frequency to the next one
	for tile := range t.pairs * groupTiles { // the last tile may be beyond the image
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
func (c *plainConv) multiply(m, v []float32, t tiling) {
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
func (c *plainConv) gather(dst, m, residual []float32, t tiling, h, w int, relu bool) {
	pitch := c.outGroups() * groupOut
	stride := t.pairs * groupTiles * pitch
	var y [tileOut * tileOut]float32
	for tile := range t.tall * t.wide {
		row, column := tile/t.wide*tileOut, tile%t.wide*tileOut
		tall, wide := min(tileOut, h-row), min(tileOut, w-column)
		corner := ((row+1)*(w+2) + column + 1) * c.out
		for o := range c.out {
			gatherTile(&y, m[tile*pitch+o:], stride)
			bias := c.bias[o]
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
