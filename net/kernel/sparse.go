package kernel

import "math"

// A Feature is one channel of a square, in the low half, and its value, as a float32 in the high
// half. It is a word, because the compiler moves small structs through memory.
type Feature uint64

// NewFeature returns the feature of a channel, from 0, with a value.
func NewFeature(channel int, value float32) Feature {
	return Feature(uint32(channel)) | Feature(math.Float32bits(value))<<32
}

// Channel returns the channel of f.
func (f Feature) Channel() int { return int(uint32(f)) }

// Value returns the value of f.
func (f Feature) Value() float32 { return math.Float32frombits(uint32(f >> 32)) }

// A SparseConv is a 3x3 convolution for images with few features. It takes the features of one
// square after the other and adds their contribution to the squares around. It is immutable, and
// goroutines share it.
type SparseConv struct {
	in, out int
	weights []float32 // [in, 3, 3, out], rows and columns in the order of the outputs
}

// NewSparseConv returns a convolution with weights [3, 3, in, out]. It copies them.
func NewSparseConv(weights []float32, in, out int) *SparseConv {
	c := &SparseConv{in: in, out: out, weights: make([]float32, 9*in*out)}
	for k := range 9 {
		for i := range in {
			// The last tap reads the square for the output before it.
			copy(c.weights[(i*9+8-k)*out:][:out], weights[(k*in+i)*out:])
		}
	}
	return c
}

// Add adds the convolution of the features of one square to the padded image dst [.., out] of h x w
// squares.
func (c *SparseConv) Add(dst []float32, features []Feature, row, column, h, w int) {
	if len(features) == 0 {
		return
	}
	top, bottom := max(row-1, 0), min(row+1, h-1)
	left, right := max(column-1, 0), min(column+1, w-1)
	dst = dst[((top+1)*(w+2)+left+1)*c.out : PaddedLen(h, w, c.out)]
	weights := c.weights[((top-row+1)*3+left-column+1)*c.out:]
	rows, floats := bottom-top+1, (right-left+1)*c.out
	if vectors {
		c.addVectors(dst, weights, features, rows, floats, w)
		return
	}
	if simd && fits(c.out, c.out) {
		c.addSIMD(dst, weights, features, rows, floats, w)
		return
	}
	for r := range rows {
		to := dst[r*(w+2)*c.out:][:floats]
		for _, f := range features {
			addScaled(to, weights[(f.Channel()*9+r*3)*c.out:], f.Value())
		}
	}
}
