package train

import (
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"epaminondas/net/train/hyper"
)

// loss is the operation that compares the scores with the targets of a batch.
type loss struct {
	*builder
	cfg    hyper.Config
	batch  *batch
	heads  []float64 // factors of the auxiliary losses
	scores scores

	in    []float32 // the scores of this run
	grad  []float32 // the gradient of the total loss with respect to them
	parts []Losses  // over the samples of each part
}

// loss adds the total loss to a graph: a scalar.
func (b *builder) loss(cfg hyper.Config, heads []auxiliary, in *gorgonia.Node, x *batch) (*loss,
	*gorgonia.Node) {
	l := &loss{builder: b, cfg: cfg, batch: x, scores: x.scores(), parts: make([]Losses, b.parts)}
	for _, h := range heads {
		l.heads = append(l.heads, h.weight(&cfg))
	}
	l.grad = make([]float32, l.scores.shape().TotalSize())
	o := &op{name: "loss", wrt: []bool{true}}
	forward := l.forward // once, because a method value allocates
	o.do = func(dst []float32, in []values) {
		l.in = in[0]
		b.run(forward)
		dst[0] = float32(l.total().Total)
	}
	o.pullback = func(in gorgonia.Nodes, out, grad *gorgonia.Node) gorgonia.Nodes {
		return gorgonia.Nodes{l.scaled(out, grad)}
	}
	return l, b.apply(o, in)
}

// forward computes the losses, the figures and the gradient over one part of the batch.
func (l *loss) forward(p part) {
	sum := Losses{}
	x, cfg := l.batch, &l.cfg
	for i := p.first; i < p.last; i++ {
		in, grad := l.scores.sample(l.in, i), l.scores.sample(l.grad, i)
		sum.Policy += x.policy.loss(grad.policy, in.policy, i, cfg.PolicyWeight)
		sum.Value += x.value.loss(grad.value, in.value, i, cfg.ValueWeight)
		for h, t := range x.auxiliary {
			sum.Heads[h] += t.loss(grad.head(h), in.head(h), i, l.heads[h])
		}
		sum.measure(x, in, i)
	}
	l.parts[p.index] = sum
}

// total returns the losses of the last batch.
func (l *loss) total() Losses {
	var all Losses
	for i := range l.parts {
		all.add(&l.parts[i])
	}
	all.Total = l.cfg.PolicyWeight*all.Policy + l.cfg.ValueWeight*all.Value
	for h, weight := range l.heads {
		all.Total += weight * all.Heads[h]
	}
	return all
}

// scaled adds the gradient of the scores: the result of [loss.forward] times the gradient of the
// total.
func (l *loss) scaled(out, grad *gorgonia.Node) *gorgonia.Node {
	var scale float32
	multiply := func(p part) {
		for i := p.first; i < p.last; i++ {
			s := l.scores.sample(l.grad, i)
			multiplyBy(s.policy[:l.batch.policy.live(i)], scale)
			multiplyBy(s.value, scale)
			for h, t := range l.batch.auxiliary {
				multiplyBy(s.head(h)[:t.live(i)], scale)
			}
		}
	}
	return l.apply(&op{
		name: "gradient of the scores", shape: tensor.Shape{l.scores.batch, l.scores.size()}, out: l.grad,
		do: func(_ []float32, in []values) {
			if scale = in[1][0]; scale != 1 {
				l.run(multiply)
			}
		},
	}, out, grad)
}

// multiplyBy multiplies every element of x by a factor.
func multiplyBy(x []float32, factor float32) {
	for i := range x {
		x[i] *= factor
	}
}
