package train

import (
	"epaminondas/net/kernel"

	"gorgonia.org/gorgonia"
)

// globalPool adds the means, then the maxima of x over the squares of a sample, [batch, 1, 1, 2c].
// x is rectified first if it is padded; if it is not, it must be rectified already.
func (b *builder) globalPool(name string, x *gorgonia.Node, l layout) *gorgonia.Node {
	to := b.vector(2 * l.c)
	pool := kernel.GlobalPool
	if l.border > 0 {
		pool = kernel.GlobalPoolPadded
	}
	o := &op{name: name, shape: to.shape(), wrt: []bool{true}}
	o.do = func(dst []float32, in []values) {
		b.each(func(i int) { pool(to.sample(dst, i), l.sample(in[0], i), b.h, b.w, l.c) })
	}
	o.pullback = func(in gorgonia.Nodes, out, grad *gorgonia.Node) gorgonia.Nodes {
		return gorgonia.Nodes{b.globalPoolGrad(name, in[0], out, grad, l)}
	}
	return b.apply(o, x)
}

// globalPoolGrad adds the gradient of what is pooled. That of a maximum goes to the first square
// that has it.
func (b *builder) globalPoolGrad(name string, x, pooled, grad *gorgonia.Node, l layout) *gorgonia.Node {
	vector := b.vector(2 * l.c)
	b.reserve(l.c)
	return b.apply(&op{
		name: "gradient of the input of " + name, shape: l.shape(),
		do: func(dst []float32, in []values) {
			b.run(func(p part) {
				pending := p.scratch[:l.c]
				for i := p.first; i < p.last; i++ {
					peaks := vector.sample(in[1], i)[l.c:]
					grads := vector.sample(in[2], i)
					copy(pending, grads[l.c:])
					for y := range l.h {
						spreadPool(l.row(dst, i, y), l.row(in[0], i, y), peaks, grads[:l.c], pending, 1/float32(l.squares()))
					}
				}
			})
		},
	}, x, pooled, grad)
}

// spreadPool computes the gradient of a row of squares [w, c]: where x is positive, share of the
// gradient of the mean, and what is pending of that of the maximum if x is it.
func spreadPool(dst, x, peaks, mean, pending []float32, share float32) {
	c := len(mean)
	peaks, pending = peaks[:c], pending[:c]
	for ; len(x) > 0; dst, x = dst[c:], x[c:] {
		to := dst[:c]
		for i, v := range x[:c] {
			if v <= 0 {
				to[i] = 0
				continue
			}
			to[i] = mean[i] * share
			if v == peaks[i] {
				to[i] += pending[i]
				pending[i] = 0
			}
		}
	}
}
