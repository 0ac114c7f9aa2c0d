package train

import (
	"epaminondas/net/kernel"

	"gorgonia.org/gorgonia"
)

// conv adds the 3x3 convolution called name of x, from in to out features a square, with its bias,
// plus residual unless that is nil, rectified if relu. All images are padded.
func (b *builder) conv(name string, x, residual *gorgonia.Node, in, out int, relu bool) *gorgonia.Node {
	from, to := b.padded(in), b.padded(out)
	weight, bias := b.param(name+".weight"), b.param(name+".bias")
	if b.err != nil {
		return nil
	}
	inputs := gorgonia.Nodes{x, weight, bias}
	if residual != nil {
		inputs = append(inputs, residual)
	}
	k := kernel.NewConv(elements(weight), elements(bias), in, out)
	length := k.ScratchLen(b.h, b.w)
	b.reserve(length)
	o := &op{name: name, shape: to.shape(), wrt: []bool{true, true, true, true}[:len(inputs)]}
	o.wrt[0] = x.Op() != nil // the planes want no gradient
	o.do = func(dst []float32, in []values) {
		k.Load(in[1], in[2])
		b.run(func(p part) {
			for i := p.first; i < p.last; i++ {
				var add []float32
				if residual != nil {
					add = to.sample(in[3], i)
				}
				k.Run(to.sample(dst, i), from.sample(in[0], i), add, p.scratch[:length], b.h, b.w, relu)
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
	k := kernel.NewConv(make([]float32, 9*from.c*to.c), nil, to.c, from.c)
	length := k.ScratchLen(b.h, b.w)
	b.reserve(length)
	return b.apply(&op{
		name: "gradient of the input of " + name, shape: from.shape(),
		do: func(dst []float32, in []values) {
			k.LoadTurned(in[1])
			b.run(func(p part) {
				for i := p.first; i < p.last; i++ {
					k.Run(from.sample(dst, i), to.sample(in[0], i), nil, p.scratch[:length], b.h, b.w, false)
				}
			})
		},
	}, grad, weight)
}

// gradSquares is the number of squares whose gradients are best computed together (see
// kernel.ConvGrad).
const gradSquares = 256

// convWeightGrad adds the gradient of a convolution's weights.
func (b *builder) convWeightGrad(name string, x, grad *gorgonia.Node, from, to layout) *gorgonia.Node {
	sums := b.convGrads(from.c, to.c)
	group := (gradSquares + b.h*b.w - 1) / (b.h * b.w) // samples
	length := sums[0].ScratchLen(group, b.h, b.w)
	b.reserve(length)
	return b.apply(&op{
		name: "gradient of the weights of " + name, shape: []int{3, 3, from.c, to.c},
		do: func(dst []float32, in []values) {
			b.run(func(p part) {
				sums[p.index].Reset()
				for i := p.first; i < p.last; i += group {
					n := min(group, p.last-i)
					sums[p.index].Add(in[0][i*from.size():], in[1][i*to.size():], p.scratch[:length], n, b.h, b.w)
				}
			})
			clear(dst)
			for _, sum := range sums {
				sum.Store(dst)
			}
		},
	}, x, grad)
}

// convGrads returns the sums for the parts of a batch. Convolutions of one shape share them: no
// sum outlives an operation.
func (b *builder) convGrads(in, out int) []*kernel.ConvGrad {
	shape := [2]int{in, out}
	for len(b.sums[shape]) < b.parts {
		b.sums[shape] = append(b.sums[shape], kernel.NewConvGrad(in, out))
	}
	return b.sums[shape]
}
