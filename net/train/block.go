package train

import "epaminondas/net/kernel"

// block is a residual block of the trunk: out = relu(x + conv2(inner)). Without pooling, inner is
// relu(conv1(x)). With pooling, inner is relu(raw + summary pool), where raw is conv1(x) and summary
// is the global pool of raw. Pooling over lines adds the same for the row and the column of a square.
type block struct {
	*stage
	layout       layout
	conv1, conv2 *conv
	raw          []float32 // padded; with pooling only
	inner, out   []float32 // padded

	pool   *parameter // [2C, C]; nil without pooling
	turned []float32  // [C, 2C]: pool transposed
	pooled []float32  // [batch, 2C]: the summaries
	shift  []float32  // [batch, C]: the addition to every square
	lines  *linePool  // nil without pooling over lines
}

// block adds the parameters of a block to a stage.
func (s *stage) block(name string, c int, pooled, lines bool) *block {
	b := &block{stage: s, layout: s.padded(c)}
	b.inner, b.out = b.layout.zeros(), b.layout.zeros()
	b.conv1 = s.turnable(name+"conv1", c, c)
	if pooled {
		b.raw, b.pooled, b.shift = b.layout.zeros(), make([]float32, s.samples*2*c),
			make([]float32, s.samples*c)
		b.pool = s.tensor(name + "pool.weight")
		b.turned = b.pool.turned(2*c, c)
	}
	if lines {
		b.lines = b.linePool(name)
	}
	b.conv2 = s.turnable(name+"conv2", c, c)
	return b
}

func (b *block) forward(x []float32, p part) {
	if b.pool == nil {
		b.conv1.run(b.inner, x, nil, p, true)
	} else {
		b.conv1.run(b.raw, x, nil, p, false)
		b.addPool(p)
	}
	b.conv2.run(b.out, b.inner, x, p, true)
}

// addPool computes the inside of the block with pooling.
func (b *block) addPool(p part) {
	c, n := b.layout.c, p.last-p.first
	for i := p.first; i < p.last; i++ {
		pooled, raw := b.pooled[i*2*c:][:2*c], b.layout.sample(b.raw, i)
		if b.lines != nil {
			b.lines.summarise(pooled, raw, i)
		} else {
			kernel.GlobalPoolPadded(pooled, raw, b.h, b.w, c)
		}
	}
	kernel.Dense(b.shift[p.first*c:], b.pooled[p.first*2*c:], b.pool.data, nil, n, 2*c, c, false)
	for i := p.first; i < p.last; i++ {
		inner, raw, shift := b.layout.sample(b.inner, i), b.layout.sample(b.raw, i), b.shift[i*c:]
		copy(inner, raw)
		if b.lines != nil {
			b.lines.add(inner, shift, i)
		} else {
			kernel.AddChannels(inner, shift, b.h, b.w, c)
		}
	}
}

// backward propagates grads.outer from the output of the block to its input x.
func (b *block) backward(x []float32, grads *trunkGrads, p part) {
	l := b.layout
	bias := b.conv2.bias.grad(p)
	clear(bias)
	for i := p.first; i < p.last; i++ {
		l.reluGrad(l.sample(grads.outer, i-p.first), l.sample(b.out, i), bias)
	}
	b.conv2.weightGrad(b.inner, grads.outer, p)
	b.innerGrad(grads, p)
	b.conv1.weightGrad(x, grads.inner, p)
	for i := range p.last - p.first {
		outer := l.sample(grads.outer, i)
		b.conv1.inputGrad(outer, l.sample(grads.inner, i), outer, p)
	}
}

// innerGrad sets grads.inner to the gradient of the first convolution's output.
func (b *block) innerGrad(grads *trunkGrads, p part) {
	l, bias := b.layout, b.conv1.bias.grad(p)
	clear(bias)
	clear(grads.shift)
	for i := p.first; i < p.last; i++ {
		sum := bias
		if b.pool != nil {
			sum = grads.shift[(i-p.first)*l.c:][:l.c]
		}
		inner := l.sample(grads.inner, i-p.first)
		b.conv2.inputGrad(inner, l.sample(grads.outer, i-p.first), nil, p)
		l.reluGrad(inner, l.sample(b.inner, i), sum)
	}
	if b.pool != nil {
		b.poolGrad(grads, p)
	}
}

// blockPool holds the gradients through the pooling of a block, for the samples of a part.
type blockPool struct {
	shift  []float32 // [samples, C]
	pooled []float32 // [samples, 2C]
}

func newBlockPool(samples, c int) blockPool {
	return blockPool{make([]float32, samples*c), make([]float32, samples*2*c)}
}

// poolGrad adds the gradient through the pool to grads.inner.
func (b *block) poolGrad(grads *trunkGrads, p part) {
	l, n, c := b.layout, p.last-p.first, b.layout.c
	weight := b.pool.grad(p)
	clear(weight)
	kernel.AddDenseWeightGrad(weight, b.pooled[p.first*2*c:], grads.shift, n, 2*c, c)
	kernel.Dense(grads.pooled, grads.shift, b.turned, nil, n, c, 2*c, false)
	if b.lines != nil {
		b.lines.clearGrad(p)
	}
	for i := p.first; i < p.last; i++ {
		k := i - p.first
		inner, raw := l.sample(grads.inner, k), l.sample(b.raw, i)
		if b.lines != nil { // first, because the global pool also sums the gradient of the bias
			b.lines.addGrad(inner, raw, &grads.lines, i, p)
		}
		kernel.GlobalPoolPaddedGrad(inner, raw, b.pooled[i*2*c:], grads.pooled[k*2*c:],
			b.conv1.bias.grad(p), b.h, b.w, c)
	}
}
