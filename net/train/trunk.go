package train

import (
	"fmt"

	"gorgonia.org/gorgonia"

	"epaminondas/net"
	"epaminondas/net/kernel"
)

// trunk is the stage of the stem and the residual blocks, from the planes to the features of each
// square.
type trunk struct {
	*stage
	padded, flat layout
	stem         *conv
	first        []float32 // output of the stem, padded
	blocks       []*block
	threads      []trunkGrads
}

// trunkGrads holds a thread's gradients through the trunk, for the samples of a part.
type trunkGrads struct {
	outer, inner []float32 // gradients of the output of a block and of its inside, padded
	blockPool
	lines lineGrads
}

// trunk adds the trunk to a graph; the result is [batch, H, W, C].
func (b *builder) trunk(cfg net.Config, planes *gorgonia.Node) *gorgonia.Node {
	c := cfg.Channels
	t := &trunk{stage: b.newStage("trunk"), padded: b.padded(c), flat: b.flat(c)}
	t.first, t.stem = t.padded.zeros(), t.conv("stem", cfg.Planes.Count(), c)
	for i := range cfg.Blocks {
		t.blocks = append(t.blocks, t.block(fmt.Sprintf("block%d.", i), c, cfg.Pooled(i),
			cfg.PooledLines(i)))
	}
	lines := 0
	if cfg.Pooling == net.PoolLines {
		lines = b.h + b.w
	}
	for range b.workers.threads() {
		t.threads = append(t.threads, trunkGrads{
			outer:     make([]float32, b.most()*t.padded.size()),
			inner:     make([]float32, b.most()*t.padded.size()),
			blockPool: newBlockPool(b.most(), c), lines: newLineGrads(lines, c),
		})
	}
	return t.add(planes, t.flat.shape(), t.forward, t.backward)
}

func (t *trunk) forward(p part) {
	t.stem.run(t.first, t.src, nil, p, true)
	x := t.first
	for _, b := range t.blocks {
		b.forward(x, p)
		x = b.out
	}
	for i := p.first; i < p.last; i++ {
		kernel.Unpad(t.flat.sample(t.dst, i), t.padded.sample(x, i), t.h, t.w, t.flat.c)
	}
}

func (t *trunk) backward(p part) {
	grads := &t.threads[p.thread]
	for i := p.first; i < p.last; i++ {
		kernel.Pad(t.padded.sample(grads.outer, i-p.first), t.flat.sample(t.ddst, i), t.h, t.w, t.flat.c)
	}
	for i := len(t.blocks) - 1; i >= 0; i-- {
		x := t.first
		if i > 0 {
			x = t.blocks[i-1].out
		}
		t.blocks[i].backward(x, grads, p)
	}
	bias := t.stem.bias.grad(p)
	clear(bias)
	for i := p.first; i < p.last; i++ {
		t.padded.reluGrad(t.padded.sample(grads.outer, i-p.first), t.padded.sample(t.first, i), bias)
	}
	t.stem.weightGrad(t.src, grads.outer, p)
}
