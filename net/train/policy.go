package train

import (
	"epaminondas/net"
	"epaminondas/net/kernel"
)

// policyHead computes the logits of the moves, and the logits of replies for auxiliary heads. All
// of them share every layer except the last.
type policyHead struct {
	*heads
	hidden, pool *dense
	pooled       []float32 // [batch, 2C]: summary of the features
	shift        []float32 // [batch, C]: addition of the summary to the hidden layer, bias included
	squares      []float32 // [batch, H, W, C]: the hidden layer
	moves        *moveLogits
	others       []auxiliaryMoves

	grads []policyGrads // gradients of each thread
}

// policyGrads holds a thread's gradients through the pooling, for the samples of a part.
type policyGrads struct{ shift, pooled []float32 }

func (h *heads) policyHead(cfg net.Config, x *batch) *policyHead {
	c := cfg.Channels
	head := &policyHead{
		heads:  h,
		hidden: h.dense("policy.hidden", c, c, true), pool: h.dense("policy.pool", 2*c, c, false),
		pooled: make([]float32, h.samples*2*c), shift: make([]float32, h.samples*c),
		squares: h.features.zeros(),
		moves:   h.moveLogits("policy.out", c, &x.policy.list),
	}
	for i, other := range net.Heads() {
		if other.Input == net.HeadMoves {
			list := &x.auxiliary[i].(*moveTarget).list // see batch.checkTargets
			head.others = append(head.others, auxiliaryMoves{h.moveLogits(other.Layer(), c, list), i})
		}
	}
	for range h.threads() {
		head.grads = append(head.grads,
			policyGrads{make([]float32, h.most()*c), make([]float32, h.most()*2*c)})
	}
	return head
}

// auxiliaryMoves is the layer of the auxiliary head with a given index in net.Heads.
type auxiliaryMoves struct {
	*moveLogits
	index int
}

func (h *policyHead) forward(p part) {
	l, c := h.features, h.features.c
	for i := p.first; i < p.last; i++ {
		kernel.GlobalPool(h.pooled[i*2*c:], l.sample(h.src, i), l.h, l.w, c)
	}
	h.pool.run(h.shift[p.first*c:], h.pooled[p.first*2*c:], h.hidden.bias.data, p.last-p.first, false)
	for i := p.first; i < p.last; i++ {
		hidden := l.sample(h.squares, i)
		h.hidden.run(hidden, l.sample(h.src, i), h.shift[i*c:], l.squares(), true)
		scores := h.scores.sample(h.dst, i)
		h.moves.run(scores.policy, hidden, i)
		for _, o := range h.others {
			o.run(scores.head(o.index), hidden, i)
		}
	}
}

func (h *policyHead) backward(p part) {
	l, c, grads := h.features, h.features.c, &h.grads[p.thread]
	h.hidden.clearGrad(p)
	h.pool.clearGrad(p)
	h.moves.clearGrad(p)
	for _, o := range h.others {
		o.clearGrad(p)
	}
	clear(grads.shift)
	dhidden := h.dhidden[p.thread]
	for i := p.first; i < p.last; i++ {
		hidden, scores := l.sample(h.squares, i), h.scores.sample(h.ddst, i)
		clear(dhidden)
		h.moves.grad(dhidden, hidden, scores.policy, i, p)
		for _, o := range h.others {
			o.grad(dhidden, hidden, scores.head(o.index), i, p)
		}
		l.reluGrad(dhidden, hidden, grads.shift[(i-p.first)*c:][:c])
		h.squareGrad(h.hidden, dhidden, i, p)
	}
	h.moves.storeGrad(p)
	for _, o := range h.others {
		o.storeGrad(p)
	}
	h.poolGrad(grads, p)
}

// poolGrad propagates the gradient of shift to the pool and the features.
func (h *policyHead) poolGrad(grads *policyGrads, p part) {
	l, c, n := h.features, h.features.c, p.last-p.first
	h.hidden.biasGrad(grads.shift, n, p)
	h.pool.weightGrad(h.pooled[p.first*2*c:], grads.shift, n, p)
	h.pool.inputGrad(grads.pooled, grads.shift, n)
	clear(h.sum[p.thread])
	for i := p.first; i < p.last; i++ {
		kernel.GlobalPoolGrad(l.sample(h.dsrc, i), l.sample(h.src, i), h.pooled[i*2*c:],
			grads.pooled[(i-p.first)*2*c:],
			h.sum[p.thread], l.h, l.w, c)
	}
}
