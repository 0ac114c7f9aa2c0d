package train

import (
	"gonum.org/v1/gonum/blas/blas32"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// layout says how the features of a batch lie in memory: [batch, h, w, c] with a border of zeros
// around each image, as the convolutions of net/kernel want it, or none.
type layout struct {
	batch, h, w, c int
	border         int // squares
}

// shape returns the dimensions of the whole tensor.
func (l layout) shape() tensor.Shape {
	return tensor.Shape{l.batch, l.h + 2*l.border, l.w + 2*l.border, l.c}
}

// size returns the number of elements of a sample, border included.
func (l layout) size() int { return (l.h + 2*l.border) * (l.w + 2*l.border) * l.c }

// squares returns the number of squares of a sample, without the border.
func (l layout) squares() int { return l.h * l.w }

// sample returns the elements of a sample, border included.
func (l layout) sample(data []float32, sample int) []float32 {
	return data[sample*l.size():][:l.size()]
}

// row returns the elements of a row of a sample, [w, c], without the border.
func (l layout) row(data []float32, sample, row int) []float32 {
	start := ((row+l.border)*(l.w+2*l.border) + l.border) * l.c
	return data[sample*l.size()+start:][:l.w*l.c]
}

// samples returns the samples of a part in a layout without a border, a square a row.
func (l layout) samples(data []float32, p part) blas32.General {
	return matrix(data[p.first*l.size():], (p.last-p.first)*l.squares(), l.c)
}

// addSquares adds the sum over the squares of a sample to dst [c].
func (l layout) addSquares(dst, data []float32, sample int) {
	for y := range l.h {
		for row := l.row(data, sample, y); len(row) > 0; row = row[l.c:] {
			addTo(dst, row[:l.c])
		}
	}
}

// relay adds a copy of x with another border.
func (b *builder) relay(name string, x *gorgonia.Node, from, to layout) *gorgonia.Node {
	o := &op{name: name, shape: to.shape(), wrt: []bool{true}}
	o.do = func(dst []float32, in []values) {
		b.each(func(i int) {
			for y := range b.h {
				copy(to.row(dst, i, y), from.row(in[0], i, y))
			}
		})
	}
	o.pullback = func(_ gorgonia.Nodes, _, grad *gorgonia.Node) gorgonia.Nodes {
		return gorgonia.Nodes{b.relay("gradient of the input of "+name, grad, to, from)}
	}
	return b.apply(o, x)
}
