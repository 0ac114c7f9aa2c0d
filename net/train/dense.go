package train

import "gorgonia.org/gorgonia"

// dense adds the dense layer called name of x, with in features, to the features of the layout
// to, rectified if relu: a 1x1 convolution when to has squares. A layer without a bias in the
// network has none here. Neither layout has a border.
func (b *builder) dense(name string, x *gorgonia.Node, in int, to layout, relu bool) *gorgonia.Node {
	from := to
	from.c = in
	inputs := gorgonia.Nodes{x, b.param(name + ".weight")}
	bias := b.byName[name+".bias"]
	if bias != nil {
		inputs = append(inputs, bias)
	}
	o := &op{name: name, shape: to.shape(), wrt: []bool{true, true, true}[:len(inputs)]}
	o.do = func(dst []float32, in []values) {
		b.run(func(p part) {
			out := to.samples(dst, p)
			if bias != nil {
				fillRows(out.Data, in[2])
			} else {
				clear(out.Data)
			}
			multiply(from.samples(in[0], p), matrix(in[1], from.c, to.c), out)
			if relu {
				rectify(out.Data)
			}
		})
	}
	o.pullback = func(in gorgonia.Nodes, out, grad *gorgonia.Node) gorgonia.Nodes {
		if relu {
			grad = b.rectifiedGrad(name, to, out, grad)
		}
		grads := gorgonia.Nodes{b.denseInputGrad(name, grad, in[1], from, to), b.denseWeightGrad(name, in[0], grad, from, to)}
		if bias != nil {
			grads = append(grads, b.biasGrad(name, grad, to))
		}
		return grads
	}
	return b.apply(o, inputs...)
}

// denseInputGrad adds the gradient of a dense layer's input: that of its output times the
// transposed weights.
func (b *builder) denseInputGrad(name string, grad, weight *gorgonia.Node, from, to layout) *gorgonia.Node {
	transposed := matrix(make([]float32, from.c*to.c), to.c, from.c)
	return b.apply(&op{
		name: "gradient of the input of " + name, shape: from.shape(),
		do: func(dst []float32, in []values) {
			transpose(transposed, matrix(in[1], from.c, to.c))
			b.run(func(p part) {
				out := from.samples(dst, p)
				clear(out.Data)
				multiply(to.samples(in[0], p), transposed, out)
			})
		},
	}, grad, weight)
}

// denseWeightGrad adds the gradient of a dense layer's weights: the transposed input times the
// gradient of the output.
func (b *builder) denseWeightGrad(name string, x, grad *gorgonia.Node, from, to layout) *gorgonia.Node {
	o := &op{name: "gradient of the weights of " + name, shape: []int{from.c, to.c}}
	sum := b.newPartial(from.c * to.c)
	o.do = func(dst []float32, in []values) {
		sum.into(dst, func(dst []float32, p part) {
			multiplyTransposed(from.samples(in[0], p), to.samples(in[1], p), matrix(dst, from.c, to.c))
		})
	}
	return b.apply(o, x, grad)
}

// biasGrad adds the gradient of a bias: the sum of that of a layer's output over the batch.
func (b *builder) biasGrad(name string, grad *gorgonia.Node, l layout) *gorgonia.Node {
	o := &op{name: "gradient of the bias of " + name, shape: []int{l.c}}
	sum := b.newPartial(l.c)
	o.do = func(dst []float32, in []values) {
		sum.into(dst, func(dst []float32, p part) {
			for i := p.first; i < p.last; i++ {
				l.addSquares(dst, in[0], i)
			}
		})
	}
	return b.apply(o, grad)
}
