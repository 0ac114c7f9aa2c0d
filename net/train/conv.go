package train

import "epaminondas/net/kernel"

// conv is a 3x3 convolution of a stage with its bias, from and to padded images.
type conv struct {
	from, to     layout
	weight, bias *parameter
	forward      *kernel.Conv
	turned       *kernel.Conv       // gives the gradient of the input; nil in the stem
	sums         []*kernel.ConvGrad // sums of each thread; convolutions of one shape share them
}

// conv adds the parameters of the convolution called name, from in to out features a square.
func (s *stage) conv(name string, in, out int) *conv {
	c := &conv{
		from: s.padded(in), to: s.padded(out),
		weight: s.tensor(name + ".weight"), bias: s.tensor(name + ".bias"),
		sums: s.convGrads(in, out),
	}
	c.forward = kernel.NewFastConv(make([]float32, 9*in*out), make([]float32, out), in, out)
	s.reserve(max(c.forward.ScratchLen(s.h, s.w), c.sums[0].ScratchLen(s.most(), s.h, s.w)))
	s.loads = append(s.loads, func() { c.forward.Load(c.weight.data, c.bias.data) })
	return c
}

// turnable is conv for a convolution that also computes the gradient of its input.
func (s *stage) turnable(name string, in, out int) *conv {
	c := s.conv(name, in, out)
	c.turned = kernel.NewFastConv(make([]float32, 9*in*out), nil, out, in)
	s.reserve(c.turned.ScratchLen(s.h, s.w))
	s.loads = append(s.loads, func() { c.turned.LoadTurned(c.weight.data) })
	return c
}

// run computes the outputs dst from the inputs src of one part of the batch. It adds residual
// unless that is nil, and then applies ReLU if relu is set. All three slices hold the whole batch.
func (c *conv) run(dst, src, residual []float32, p part, relu bool) {
	for i := p.first; i < p.last; i++ {
		var add []float32
		if residual != nil {
			add = c.to.sample(residual, i)
		}
		c.forward.Run(c.to.sample(dst, i), c.from.sample(src, i), add, p.scratch, c.to.h, c.to.w, relu)
	}
}

// weightGrad computes the gradient of the weights over one part of the batch. src holds the inputs
// of the whole batch, and ddst the gradients of the outputs of the part.
func (c *conv) weightGrad(src, ddst []float32, p part) {
	sums := c.sums[p.thread]
	sums.Reset()
	sums.Add(src[p.first*c.from.size():], ddst, p.scratch, p.last-p.first, c.to.h, c.to.w)
	sums.Store(c.weight.grad(p))
}

// inputGrad computes the gradient dsrc of a sample's input from the gradient ddst of its output,
// plus residual unless it is nil.
func (c *conv) inputGrad(dsrc, ddst, residual []float32, p part) {
	c.turned.Run(dsrc, ddst, residual, p.scratch, c.to.h, c.to.w, false)
}

// convGrads returns the sums for the threads.
func (b *builder) convGrads(in, out int) []*kernel.ConvGrad {
	shape := [2]int{in, out}
	for len(b.sums[shape]) < b.threads() {
		b.sums[shape] = append(b.sums[shape], kernel.NewConvGrad(in, out))
	}
	return b.sums[shape]
}
