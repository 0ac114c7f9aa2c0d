package train

import (
	"epaminondas/net"

	"gorgonia.org/gorgonia"
)

// heads is the stage of all heads, from the features of each square to the scores.
type heads struct {
	*stage
	scores   scores
	features layout // [H, W, C]
	policy   *policyHead
	value    *valueHead
	squares  []*auxiliaryLayer // layers on the features of each square
	dhidden  [][]float32       // of each thread: the gradient of a hidden layer of a sample [H, W, C]
	sum      [][]float32       // of each thread: a sum [C] that nobody reads
}

// heads adds the heads to a graph; the result has the layout of scores.
func (b *builder) heads(cfg net.Config, features *gorgonia.Node, x *batch) *gorgonia.Node {
	h := &heads{stage: b.newStage("heads"), scores: x.scores(), features: b.flat(cfg.Channels)}
	h.policy, h.value = h.policyHead(cfg, x), h.valueHead(cfg)
	h.squares = h.auxiliaryLayers(net.HeadSquares, cfg.Channels)
	for range h.threads() {
		h.dhidden = append(h.dhidden, make([]float32, h.features.size()))
		h.sum = append(h.sum, make([]float32, cfg.Channels))
	}
	return h.add(features, h.scores.shape(), h.forward, h.backward)
}

func (h *heads) forward(p part) {
	h.policy.forward(p)
	h.value.forward(p)
	for i := p.first; i < p.last; i++ {
		for _, s := range h.squares {
			s.run(h.scores.sample(h.dst, i).head(s.index), h.features.sample(h.src, i), nil,
				h.features.squares(), false)
		}
	}
}

func (h *heads) backward(p part) {
	for i := p.first; i < p.last; i++ {
		clear(h.features.sample(h.dsrc, i))
	}
	h.policy.backward(p)
	h.value.backward(p)
	for _, s := range h.squares {
		s.clearGrad(p)
		for i := p.first; i < p.last; i++ {
			ddst := h.scores.sample(h.ddst, i).head(s.index)
			h.squareGrad(s.dense, ddst, i, p)
			s.biasGrad(ddst, h.features.squares(), p)
		}
	}
}

// auxiliaryLayer is the layer of the auxiliary head with a given index in net.Heads.
type auxiliaryLayer struct {
	*dense
	index int
}

// auxiliaryLayers adds the layers of the heads that read the same input, which has in features.
func (h *heads) auxiliaryLayers(input net.HeadInput, in int) []*auxiliaryLayer {
	var list []*auxiliaryLayer
	for i, head := range net.Heads() {
		if head.Input == input {
			list = append(list, &auxiliaryLayer{h.dense(head.Layer(), in, head.Outputs, true), i})
		}
	}
	return list
}

// squareGrad propagates the gradient of a layer's output, on all squares of a sample, to the
// layer's weights and to the features.
func (h *heads) squareGrad(d *dense, ddst []float32, sample int, p part) {
	squares := h.features.squares()
	d.weightGrad(h.features.sample(h.src, sample), ddst, squares, p)
	d.addInputGrad(h.features.sample(h.dsrc, sample), ddst, squares)
}
