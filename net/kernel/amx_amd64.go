package kernel

// The functions of this file are in amx_amd64.s.

// multiplyBF16 multiplies src, with row bytes for each square, by weights into dst, with pitch bytes
// for each square. The product of a square is a sum over nine taps. Each tap multiplies the
// channels of another square, and taps has the distances to these squares in bytes. There are
// 16*tiles squares. A square of src has 32*steps channels, and a square of dst has 32*groups.
//
//go:noescape
func multiplyBF16(dst, src, weights *float32, taps *[9]int, row, pitch, steps, tiles, groups int)

// finishBF16 sets rows of dst, step bytes apart, to products plus residual plus bias, at least floor.
// Each row has the given number of squares, and each square the given number of vectors of sixteen
// channels. residual may be nil.
//
//go:noescape
func finishBF16(dst, products, residual, bias *float32, rows, squares, vectors, step int, floor float32)

// A tileConv runs a convolution with AMX. It rounds the image and the weights to bfloat16, and adds
// their products in float32.
//
// A product of tiles multiplies sixteen squares with 32 channels by 32 channels to sixteen. The
// squares of the padded image follow each other in memory. So the squares that a tap needs for
// sixteen outputs follow each other too, and no square is copied. The products of the border are
// never used.
type tileConv struct {
	in, out int
	weights []float32 // [out/32, 9, in/32, 2, 16, 16]: tiles; each value is a pair of input channels
	bias    []float32 // [out]
}

// tileSquares is the number of squares of a product.
const tileSquares = 16

// newTileConv returns a convolution with AMX. It requires [hasAMX] and [fitsTiles].
func newTileConv(in, out int) convMethod {
	return &tileConv{in: in, out: out, weights: make([]float32, 9*in*out/2), bias: make([]float32, out)}
}

func (c *tileConv) setBias(bias []float32) { copy(c.bias, bias) }

func (c *tileConv) load(weights []float32) {
	c.set(func(i, o, k int) float32 { return weights[(k*c.in+i)*c.out+o] })
}

func (c *tileConv) loadTurned(weights []float32) {
	c.set(func(i, o, k int) float32 { return weights[((8-k)*c.out+o)*c.in+i] })
}

// set sets the weight of each tap k from input channel i to output channel o.
func (c *tileConv) set(tap func(i, o, k int) float32) {
	at := 0
	for group := 0; group < c.out; group += tileChannels {
		for k := range 9 {
			for first := 0; first < c.in; first += tileChannels {
				for half := group; half < group+tileChannels; half += tileSquares {
					for i := first; i < first+tileChannels; i += 2 {
						for o := half; o < half+tileSquares; o++ {
							c.weights[at] = pairBF16(tap(i, o, k), tap(i+1, o, k))
							at++
						}
					}
				}
			}
		}
	}
}

func (c *tileConv) scratchLen(h, w int) int {
	image, products := c.scratch(h, w)
	return image + products
}

// tiles returns the number of tiles from the first to the last square of an image.
func (c *tileConv) tiles(h, w int) int {
	return ((h-1)*(w+2) + w + tileSquares - 1) / tileSquares
}

// scratch returns the lengths of two arrays in floats: the rounded image, with the squares that the
// last tile reads, and the products.
func (c *tileConv) scratch(h, w int) (image, products int) {
	squares := c.tiles(h, w) * tileSquares
	return (squares + 2*(w+2) + 2) * c.in / 2, squares * c.out
}

func (c *tileConv) run(dst, src, residual, scratch []float32, h, w int, relu bool) {
	dst, src = dst[:PaddedLen(h, w, c.out)], src[:PaddedLen(h, w, c.in)]
	corner := (w + 3) * c.out
	var other *float32
	if residual != nil {
		other = &residual[:len(dst)][corner]
	}
	length, products := c.scratch(h, w)
	image, m := scratch[:length], scratch[length:][:products]
	roundBF16(&image[0], &src[0], len(src))
	row, pitch := c.in*halfBytes, c.out*floatBytes
	var taps [9]int
	for k := range taps {
		taps[k] = (k/3*(w+2) + k%3) * row
	}
	multiplyBF16(&m[0], &image[0], &c.weights[0], &taps, row, pitch, c.in/tileChannels, c.tiles(h, w),
		c.out/tileChannels)
	finishBF16(&dst[corner], &m[0], other, &c.bias[0], h, w, c.out/tileSquares, (w+2)*pitch, floorOf(relu))
}

// halfBytes is the size of a bfloat16.
const halfBytes = 2
