package train

import (
	"epaminondas/net/kernel"

	"gorgonia.org/tensor"
)

// layout describes the features of a batch in memory: [batch, h, w, c]. Each image has a border of
// zeros for the convolutions of net/kernel, or no border.
type layout struct {
	batch, h, w, c int
	border         int // squares
}

// padded is the layout of c features a square that a convolution reads and writes.
func (b *builder) padded(c int) layout {
	return layout{batch: b.samples, h: b.h, w: b.w, c: c, border: 1}
}

// flat is the layout of c features a square without a border.
func (b *builder) flat(c int) layout { return layout{batch: b.samples, h: b.h, w: b.w, c: c} }

// shape returns the dimensions of the whole tensor.
func (l layout) shape() tensor.Shape {
	return tensor.Shape{l.batch, l.h + 2*l.border, l.w + 2*l.border, l.c}
}

// zeros returns the features of a batch, all zero.
func (l layout) zeros() []float32 { return make([]float32, l.batch*l.size()) }

// size returns the number of elements of a sample, border included.
func (l layout) size() int { return l.squares() * l.c }

// squares returns the number of squares of a sample, border included.
func (l layout) squares() int { return (l.h + 2*l.border) * (l.w + 2*l.border) }

// sample returns the elements of a sample, border included.
func (l layout) sample(data []float32, sample int) []float32 {
	return data[sample*l.size():][:l.size()]
}

// reluGrad propagates the gradient of a sample's features out through their ReLU. It adds the sum
// of the gradient over the squares to sum.
func (l layout) reluGrad(grad, out, sum []float32) {
	kernel.ReLUGrad(grad, out, sum, l.squares(), l.c)
}
