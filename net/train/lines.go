package train

import "epaminondas/net/kernel"

// linePool is the pooling of a block over the rows and columns of the board: its lines, rows first.
type linePool struct {
	*block
	rows, columns *parameter // [2C, C]
	turned        [2][]float32
	pooled        []float32 // [batch, 1+H+W, 2C]: the summaries of the board and the lines
	shifts        []float32 // [batch, H+W, C]: the additions to the squares of the lines
}

// linePool adds the parameters of the pooling over lines to a block.
func (b *block) linePool(name string) *linePool {
	c, lines := b.layout.c, b.h+b.w
	l := &linePool{
		block: b, rows: b.tensor(name + "rows.weight"), columns: b.tensor(name + "columns.weight"),
		pooled: make([]float32, b.samples*(1+lines)*2*c), shifts: make([]float32, b.samples*lines*c),
	}
	l.turned = [2][]float32{l.rows.turned(2*c, c), l.columns.turned(2*c, c)}
	return l
}

// summaries returns the summaries of a sample: of the board, then of the lines.
func (l *linePool) summaries(sample int) []float32 {
	size := (1 + l.h + l.w) * 2 * l.layout.c
	return l.pooled[sample*size:][:size]
}

// lines returns the summaries of the lines of a sample, [H+W, 2C].
func (l *linePool) lines(sample int) []float32 { return l.summaries(sample)[2*l.layout.c:] }

// summarise computes the summaries of a sample of the first convolution's output, and copies the
// summary of the board to board [2C].
func (l *linePool) summarise(board, raw []float32, sample int) {
	all := l.summaries(sample)
	kernel.LinePoolPadded(all, raw, l.h, l.w, l.layout.c)
	copy(board, all)
}

// add adds the output of the pooling of a sample to inner, the first convolution's output, and
// applies ReLU. shift [C] is an addition to every square.
func (l *linePool) add(inner, shift []float32, sample int) {
	c, lines := l.layout.c, l.h+l.w
	pooled := l.lines(sample)
	shifts := l.shifts[sample*lines*c:][:lines*c]
	kernel.Dense(shifts, pooled, l.rows.data, shift, l.h, 2*c, c, false)
	kernel.Dense(shifts[l.h*c:], pooled[l.h*2*c:], l.columns.data, nil, l.w, 2*c, c, false)
	kernel.AddLines(inner, shifts, l.h, l.w, c)
}

// clearGrad sets the gradients of the parameters over one part of the batch to zero.
func (l *linePool) clearGrad(p part) {
	clear(l.rows.grad(p))
	clear(l.columns.grad(p))
}

// addGrad adds the gradients of a sample of a part. inner is the gradient of the pooling's output,
// and becomes the gradient of the first convolution's output through the lines.
func (l *linePool) addGrad(inner, raw []float32, grads *lineGrads, sample int, p part) {
	c, rows := l.layout.c, l.h*l.layout.c
	pooled := l.lines(sample)
	kernel.SumLines(grads.shifts, inner, l.h, l.w, c)
	kernel.AddDenseWeightGrad(l.rows.grad(p), pooled, grads.shifts, l.h, 2*c, c)
	kernel.AddDenseWeightGrad(l.columns.grad(p), pooled[2*rows:], grads.shifts[rows:], l.w, 2*c, c)
	kernel.Dense(grads.pooled, grads.shifts, l.turned[0], nil, l.h, c, 2*c, false)
	kernel.Dense(grads.pooled[2*rows:], grads.shifts[rows:], l.turned[1], nil, l.w, c, 2*c, false)
	kernel.LinePoolPaddedGrad(inner, raw, pooled, grads.pooled, grads.scratch, l.h, l.w, c)
}

// lineGrads holds the gradients through the lines of a sample.
type lineGrads struct {
	shifts  []float32 // [H+W, C]
	pooled  []float32 // [H+W, 2C]
	scratch []float32 // [C]
}

func newLineGrads(lines, c int) lineGrads {
	return lineGrads{make([]float32, lines*c), make([]float32, lines*2*c), make([]float32, c)}
}
