package train

import "gorgonia.org/gorgonia"

// conv adds the 3x3 convolution called name of x, from in to out features a square, with its bias,
// plus residual unless that is nil, rectified if relu. All images are padded.
func (b *builder) conv(name string, x, residual *gorgonia.Node, in, out int, relu bool) *gorgonia.Node {
	from, to := b.padded(in), b.padded(out)
	inputs := gorgonia.Nodes{x, b.param(name + ".weight"), b.param(name + ".bias")}
	if residual != nil {
		inputs = append(inputs, residual)
	}
	o := &op{name: name, shape: to.shape(), wrt: []bool{true, true, true, true}[:len(inputs)]}
	o.wrt[0] = x != nil && x.Op() != nil // the planes want no gradient
	o.do = func(dst []float32, in []values) {
		b.each(func(i int) {
			image := to.sample(dst, i)
			for y := range to.h {
				fillRow(to.row(image, 0, y), in[2])
				if residual != nil {
					addTo(to.row(image, 0, y), to.row(in[3], i, y))
				}
			}
			addConv(image, from.sample(in[0], i), in[1], from, to)
			if relu {
				rectify(image)
			}
		})
	}
	o.pullback = func(in gorgonia.Nodes, out, grad *gorgonia.Node) gorgonia.Nodes {
		if relu {
			grad = b.rectifiedGrad(name, to, out, grad)
		}
		grads := gorgonia.Nodes{nil, b.convWeightGrad(name, in[0], grad, from, to), b.biasGrad(name, grad, to)}
		if o.wrt[0] {
			grads[0] = b.convInputGrad(name, grad, in[1], from, to)
		}
		if residual != nil {
			grads = append(grads, grad)
		}
		return grads
	}
	return b.apply(o, inputs...)
}

// convInputGrad adds the gradient of a convolution's input.
func (b *builder) convInputGrad(name string, grad, weight *gorgonia.Node, from, to layout) *gorgonia.Node {
	turned := make([]float32, 9*from.c*to.c)
	return b.apply(&op{
		name: "gradient of the input of " + name, shape: from.shape(),
		do: func(dst []float32, in []values) {
			turn(turned, in[1], from.c, to.c)
			b.each(func(i int) {
				image := from.sample(dst, i)
				for y := range from.h {
					clear(from.row(image, 0, y))
				}
				addConv(image, to.sample(in[0], i), turned, to, from)
			})
		},
	}, grad, weight)
}

// convWeightGrad adds the gradient of a convolution's weights.
func (b *builder) convWeightGrad(name string, x, grad *gorgonia.Node, from, to layout) *gorgonia.Node {
	o := &op{name: "gradient of the weights of " + name, shape: []int{3, 3, from.c, to.c}}
	sum := b.newPartial(o.shape.TotalSize())
	o.do = func(dst []float32, in []values) {
		sum.into(dst, func(part []float32, first, last int) {
			for i := first; i < last; i++ {
				addConvWeightGrad(part, from.sample(in[0], i), to.sample(in[1], i), from, to)
			}
		})
	}
	return b.apply(o, x, grad)
}

// fillRow repeats bias on all squares of a row [w, c].
func fillRow(row, bias []float32) {
	for ; len(row) > 0; row = row[len(bias):] {
		copy(row, bias)
	}
}

// addTo adds src to dst.
func addTo(dst, src []float32) {
	src = src[:len(dst)]
	for i, v := range src {
		dst[i] += v
	}
}
