package train

import (
	"epaminondas/net"

	"gorgonia.org/gorgonia"
)

// heads is the stage of all heads, from the features of each square to the scores.
type heads struct {
	*stage
	scores     scores
	features   layout // [H, W, C]
	policy     *policyHead
	value      *valueHead
	occupation *dense
	dhidden    [][]float32 // of each thread: the gradient of a hidden layer of a sample [H, W, C]
	sum        [][]float32 // of each thread: an unused sum [C]
}

// heads adds the heads to a graph; the result has the layout of scores.
func (b *builder) heads(cfg net.Config, features *gorgonia.Node, x *batch) *gorgonia.Node {
	h := &heads{stage: b.newStage("heads"), scores: x.scores(), features: b.flat(cfg.Channels)}
	h.policy, h.value = h.policyHead(cfg, x), h.valueHead(cfg)
	h.occupation = h.dense("occupation.out", cfg.Channels, occupations, true)
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
		h.occupation.run(h.scores.sample(h.dst, i).occupation, h.features.sample(h.src, i), nil, h.features.squares(), false)
	}
}

func (h *heads) backward(p part) {
	for i := p.first; i < p.last; i++ {
		clear(h.features.sample(h.dsrc, i))
	}
	h.policy.backward(p)
	h.value.backward(p)
	h.occupation.clearGrad(p)
	for i := p.first; i < p.last; i++ {
		h.squareGrad(h.occupation, h.scores.sample(h.ddst, i).occupation, i, p)
		h.occupation.biasGrad(h.scores.sample(h.ddst, i).occupation, h.features.squares(), p)
	}
}

// squareGrad propagates the gradient of a layer's output on all squares of a sample to its weights
// and to the features.
func (h *heads) squareGrad(d *dense, ddst []float32, sample int, p part) {
	squares := h.features.squares()
	d.weightGrad(h.features.sample(h.src, sample), ddst, squares, p)
	d.addInputGrad(h.features.sample(h.dsrc, sample), ddst, squares)
}
