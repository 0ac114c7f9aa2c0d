package train

import (
	"epaminondas/net"
	"epaminondas/net/kernel"
)

// valueHead computes the logits of a win, a draw and a loss, and the outputs of the auxiliary heads
// for a whole position. All of them share every layer except the last.
type valueHead struct {
	*heads
	hidden, middle, out *dense
	others              []*auxiliaryLayer
	squares             []float32 // [batch, H, W, C]: the hidden layer
	pooled              []float32 // [batch, 2C]: its summary
	units               []float32 // [batch, ValueHidden]

	grads []valueGrads // gradients of each thread
}

// valueGrads holds a thread's gradients through the dense layers, for the samples of a part.
type valueGrads struct{ units, pooled []float32 }

func (h *heads) valueHead(cfg net.Config) *valueHead {
	c, units := cfg.Channels, cfg.ValueHidden
	head := &valueHead{
		heads:  h,
		hidden: h.dense("value.hidden", c, c, true), middle: h.dense("value.dense", 2*c, units, true),
		out: h.dense("value.out", units, outcomes, true), others: h.auxiliaryLayers(net.HeadPosition, units),
		squares: h.features.zeros(), pooled: make([]float32, h.samples*2*c),
		units: make([]float32, h.samples*units),
	}
	for range h.threads() {
		head.grads = append(head.grads,
			valueGrads{make([]float32, h.most()*units), make([]float32, h.most()*2*c)})
	}
	return head
}

// unitsOf returns the units of one sample in data.
func (h *valueHead) unitsOf(data []float32, sample int) []float32 {
	return data[sample*h.middle.out:][:h.middle.out]
}

func (h *valueHead) forward(p part) {
	l, c := h.features, h.features.c
	for i := p.first; i < p.last; i++ {
		hidden := l.sample(h.squares, i)
		h.hidden.run(hidden, l.sample(h.src, i), nil, l.squares(), true)
		kernel.GlobalPool(h.pooled[i*2*c:], hidden, l.h, l.w, c)
	}
	h.middle.run(h.units[p.first*h.middle.out:], h.pooled[p.first*2*c:], nil, p.last-p.first, true)
	for i := p.first; i < p.last; i++ {
		scores := h.scores.sample(h.dst, i)
		h.out.run(scores.value, h.unitsOf(h.units, i), nil, 1, false)
		for _, o := range h.others {
			o.run(scores.head(o.index), h.unitsOf(h.units, i), nil, 1, false)
		}
	}
}

func (h *valueHead) backward(p part) {
	l, c, n, grads := h.features, h.features.c, p.last-p.first, &h.grads[p.thread]
	for _, d := range []*dense{h.hidden, h.middle, h.out} {
		d.clearGrad(p)
	}
	for _, o := range h.others {
		o.clearGrad(p)
	}
	for i := p.first; i < p.last; i++ {
		h.lastGrad(h.unitsOf(grads.units, i-p.first), i, p)
	}
	units := h.units[p.first*h.middle.out:]
	kernel.ReLUGrad(grads.units, units, h.middle.bias.grad(p), n, h.middle.out)
	h.middle.weightGrad(h.pooled[p.first*2*c:], grads.units, n, p)
	h.middle.inputGrad(grads.pooled, grads.units, n)
	dhidden := h.dhidden[p.thread]
	for i := p.first; i < p.last; i++ {
		clear(dhidden)
		kernel.GlobalPoolGrad(dhidden, l.sample(h.squares, i), h.pooled[i*2*c:],
			grads.pooled[(i-p.first)*2*c:],
			h.hidden.bias.grad(p), l.h, l.w, c)
		h.squareGrad(h.hidden, dhidden, i, p)
	}
}

// lastGrad sets dunits to the gradient of the units of a sample.
func (h *valueHead) lastGrad(dunits []float32, sample int, p part) {
	units, scores := h.unitsOf(h.units, sample), h.scores.sample(h.ddst, sample)
	h.out.inputGrad(dunits, scores.value, 1)
	h.out.weightGrad(units, scores.value, 1, p)
	h.out.biasGrad(scores.value, 1, p)
	for _, o := range h.others {
		ddst := scores.head(o.index)
		o.addInputGrad(dunits, ddst, 1)
		o.weightGrad(units, ddst, 1, p)
		o.biasGrad(ddst, 1, p)
	}
}
