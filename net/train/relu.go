package train

import (
	"math"

	"gorgonia.org/gorgonia"
)

// rectify replaces what is negative by zero.
func rectify(x []float32) {
	for i, v := range x {
		x[i] = max(v, 0)
	}
}

// rectifiedGrad adds the gradient of what a layer rectified: grad where out is positive.
func (b *builder) rectifiedGrad(name string, l layout, out, grad *gorgonia.Node) *gorgonia.Node {
	return b.apply(&op{
		name: "gradient before the ReLU of " + name, shape: l.shape(),
		do: func(dst []float32, in []values) {
			b.each(func(i int) {
				maskGrad(l.sample(dst, i), l.sample(in[0], i), l.sample(in[1], i))
			})
		},
	}, out, grad)
}

// maskGrad sets dst to grad where out, the result of a ReLU, is positive, else to zero. The mask
// is made of out's bits because half of the branches would be mispredicted.
func maskGrad(dst, out, grad []float32) {
	out, grad = out[:len(dst)], grad[:len(dst)]
	for i := range dst {
		positive := uint32(-int32(math.Float32bits(out[i])) >> 31)
		dst[i] = math.Float32frombits(math.Float32bits(grad[i]) & positive)
	}
}

// addVector adds relu(x + v): the features v of a sample on each of its squares. A border stays
// zero.
func (b *builder) addVector(name string, x, v *gorgonia.Node, l layout) *gorgonia.Node {
	vector := b.vector(l.c)
	o := &op{name: name, shape: l.shape(), wrt: []bool{true, true}}
	o.do = func(dst []float32, in []values) {
		b.each(func(i int) {
			for y := range l.h {
				row := l.row(dst, i, y)
				fillRows(row, vector.sample(in[1], i))
				addTo(row, l.row(in[0], i, y))
				rectify(row)
			}
		})
	}
	o.pullback = func(_ gorgonia.Nodes, out, grad *gorgonia.Node) gorgonia.Nodes {
		grad = b.rectifiedGrad(name, l, out, grad)
		return gorgonia.Nodes{grad, b.sumSquares("gradient of the vector of "+name, grad, l)}
	}
	return b.apply(o, x, v)
}

// sumSquares adds the sums over the squares of each sample.
func (b *builder) sumSquares(name string, x *gorgonia.Node, l layout) *gorgonia.Node {
	vector := b.vector(l.c)
	return b.apply(&op{
		name: name, shape: vector.shape(),
		do: func(dst []float32, in []values) {
			clear(dst)
			b.each(func(i int) { l.addSquares(vector.sample(dst, i), in[0], i) })
		},
	}, x)
}
