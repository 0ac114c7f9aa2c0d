package train

import (
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/net"
	"epaminondas/net/kernel"
)

// batch holds the input planes and the targets of a step's samples. The graph reads them there.
type batch struct {
	*workers
	board   *game.Board
	encoder *net.Encoder
	planes  []float32 // padded [batch, H+2, W+2, encoder.Planes()]

	policy    *moveTarget
	value     *outcomeTarget
	auxiliary []target // targets of the auxiliary heads, in the order of net.Heads

	from   []Sample // samples that fill copies
	encode func(p part)
}

func newBatch(pool *workers, board *game.Board, planes net.Groups, heads []auxiliary) *batch {
	n := pool.samples
	b := &batch{
		workers: pool, board: board, encoder: net.NewEncoder(board, planes),
		planes: make([]float32, n*kernel.PaddedLen(board.Height(), board.Width(), planes.Count())),
		value:  &outcomeTarget{newDistributions(n, 1, outcomes)},
	}
	b.policy = b.moveTarget(func(s *Sample) ([]game.Move, []float32) { return s.Moves, s.Policy })
	for _, h := range heads {
		b.auxiliary = append(b.auxiliary, h.target(b))
	}
	b.encode = func(p part) {
		for i := p.first; i < p.last; i++ {
			b.setPlanes(i, &b.from[i].State)
			b.setTargets(i, &b.from[i])
		}
	}
	return b
}

// fill replaces the content of the batch. There must be one sample for each place.
func (b *batch) fill(samples []Sample) error {
	if len(samples) != b.samples {
		return fmt.Errorf("train: the batch has %s, want %d",
			noun.Count(len(samples), "sample"), b.samples)
	}
	for i := range samples {
		if err := samples[i].check(b.board, b.policy.list.most); err != nil {
			return fmt.Errorf("train: sample %d of the batch: %w", i, err)
		}
	}
	b.from = samples
	b.run(b.encode)
	b.from = nil
	normalise(b.policy.weight)
	normalise(b.value.weight)
	for _, t := range b.auxiliary {
		normalise(t.weights())
	}
	return nil
}

// setPlanes encodes the position of a sample.
func (b *batch) setPlanes(i int, s *game.State) {
	size := kernel.PaddedLen(b.board.Height(), b.board.Width(), b.encoder.Planes())
	b.encoder.Encode(s, b.planes[i*size:][:size])
}

// setTargets sets the targets of a sample.
func (b *batch) setTargets(i int, s *Sample) {
	weight := float64(s.Weight)
	b.policy.set(i, s, weight)
	b.value.set(i, s, weight)
	for _, t := range b.auxiliary {
		t.set(i, s, weight)
	}
}

// set replaces the target of a sample with one row. An empty target masks the sample.
func (d *distributions) set(sample int, prob []float32, weight float64) {
	d.counts[sample] = len(prob)
	d.weight[sample] = 0
	if len(prob) > 0 {
		d.weight[sample] = weight
	}
	copy(d.row(sample), prob)
}

// normalise scales weights to the sum 1, unless all are 0.
func normalise(weights []float64) {
	var total float64
	for _, weight := range weights {
		total += weight
	}
	if total > 0 {
		for i := range weights {
			weights[i] /= total
		}
	}
}
