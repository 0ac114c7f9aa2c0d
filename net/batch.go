package net

import (
	"epaminondas/game"
	"epaminondas/net/kernel"
)

// Request is a position for a [Batch], and the result of its evaluation.
type Request struct {
	State *game.State
	Moves []game.Move // all legal moves
	Prior []float32   // overwritten: the probability of each move

	Prediction Prediction // set by the batch
	Err        error      // set by the batch, as [Evaluator.Predict] returns it
}

// Batch evaluates several positions of one size of board together. It takes all of them through a
// layer before the next layer, so it reads the weights of a large layer from memory only once. It
// uses the arithmetic of an [Evaluator] for each position, so the results are the same to the bit.
// One goroutine owns a batch, and no evaluation allocates.
type Batch struct {
	net   *Network
	slots []*Evaluator // one for each position; they share all memory except the features' memory
	live  []*Evaluator // the slots in use
	of    []*Request   // the requests of the slots in live

	images  []kernel.Image // images of the live slots, for a convolution
	scratch []float32      // scratch memory of the convolutions
}

// NewBatch returns a batch for up to size positions of b's size. size is at least 1.
func (n *Network) NewBatch(b *game.Board, size int) *Batch {
	first := n.NewEvaluator(b)
	batch := &Batch{net: n, slots: []*Evaluator{first}}
	batch.scratch = make([]float32, n.blocks[0].conv1.ManyScratchLen(b.Height(), b.Width()))
	padded := kernel.PaddedLen(b.Height(), b.Width(), n.config.Channels)
	for len(batch.slots) < size {
		slot := *first
		allot([]allotment{{&slot.trunk, padded}, {&slot.branch, padded}})
		batch.slots = append(batch.slots, &slot)
	}
	return batch
}

// Size returns the number of positions that the batch takes at once.
func (b *Batch) Size() int { return len(b.slots) }

// Evaluate answers requests. If there are more than fit into the batch, it evaluates them in
// several turns.
func (b *Batch) Evaluate(requests []*Request) {
	for len(requests) > len(b.slots) {
		b.evaluate(requests[:len(b.slots)])
		requests = requests[len(b.slots):]
	}
	b.evaluate(requests)
}

// evaluate answers requests that fit into the batch.
func (b *Batch) evaluate(requests []*Request) {
	b.live, b.of = b.live[:0], b.of[:0]
	for _, r := range requests {
		slot := b.slots[len(b.live)]
		if r.Err = slot.check(r.State, r.Moves, r.Prior); r.Err == nil {
			slot.runStem(r.State)
			b.live, b.of = append(b.live, slot), append(b.of, r)
		}
	}
	for i := range b.net.blocks {
		b.runBlock(&b.net.blocks[i])
	}
	for i, slot := range b.live {
		r := b.of[i]
		r.Prediction, r.Err = slot.runHeads(r.State, r.Moves, r.Prior)
	}
}

// runBlock takes the features of all live slots through a residual block.
func (b *Batch) runBlock(block *block) {
	h, w := b.slots[0].height, b.slots[0].width
	b.images = b.images[:0]
	for _, slot := range b.live {
		b.images = append(b.images, kernel.Image{Dst: slot.branch, Src: slot.trunk})
	}
	block.conv1.RunMany(b.images, b.scratch, h, w, block.pool == nil)
	for _, slot := range b.live {
		slot.pool(block)
	}
	b.images = b.images[:0]
	for _, slot := range b.live {
		b.images = append(b.images, kernel.Image{Dst: slot.trunk, Src: slot.branch, Residual: slot.trunk})
	}
	block.conv2.RunMany(b.images, b.scratch, h, w, true)
}
