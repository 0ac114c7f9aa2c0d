package train

import (
	"fmt"
	"math"

	"epaminondas/game"
	"epaminondas/net"
	"epaminondas/net/kernel"
)

// pliesScale brings log(1 + plies left) into [0, 1] for games of up to 400 plies.
const pliesScale = 6

// batch holds the input planes and the targets of a step's samples, where the graph reads them.
type batch struct {
	*workers
	board   *game.Board
	encoder *net.Encoder
	planes  []float32 // padded [batch, H+2, W+2, encoder.Planes()]

	moves, replies moveList
	policy, reply  *distributions // over moves and replies
	value          *distributions // over win, draw and loss
	occupation     *distributions // over own, enemy and empty, a row a square
	plies          *scalars

	from   []Sample // samples that fill copies
	encode func(p part)
}

func newBatch(pool *workers, board *game.Board, planes net.Groups) *batch {
	n, most := pool.samples, mostMoves(board)
	b := &batch{
		workers: pool, board: board, encoder: net.NewEncoder(board, planes),
		planes:     make([]float32, n*kernel.PaddedLen(board.Height(), board.Width(), planes.Count())),
		moves:      newMoveList(n, most),
		replies:    newMoveList(n, most),
		policy:     newDistributions(n, 1, most),
		reply:      newDistributions(n, 1, most),
		value:      newDistributions(n, 1, outcomes),
		occupation: newDistributions(n, board.Area(), occupations),
		plies:      newScalars(n),
	}
	for i := range b.occupation.counts {
		b.occupation.counts[i] = occupations
	}
	b.encode = func(p part) {
		for i := p.first; i < p.last; i++ {
			b.setPlanes(i, &b.from[i].State)
			b.setTargets(i, &b.from[i])
		}
	}
	return b
}

// scores returns the layout of the scores for the batch.
func (b *batch) scores() scores { return scores{b.samples, b.moves.most, b.board.Area()} }

// fill replaces the samples of the batch, as many as it holds.
func (b *batch) fill(samples []Sample) error {
	if len(samples) != b.samples {
		return fmt.Errorf("train: %d samples for a batch of %d", len(samples), b.samples)
	}
	for i := range samples {
		if err := samples[i].check(b.board, b.moves.most); err != nil {
			return fmt.Errorf("train: sample %d of the batch: %w", i, err)
		}
	}
	b.from = samples
	b.run(b.encode)
	b.from = nil
	for _, weights := range [...][]float64{b.policy.weight, b.reply.weight, b.value.weight, b.occupation.weight, b.plies.weight} {
		normalise(weights)
	}
	return nil
}

// setPlanes encodes the position of a sample.
func (b *batch) setPlanes(i int, s *game.State) {
	size := kernel.PaddedLen(b.board.Height(), b.board.Width(), b.encoder.Planes())
	b.encoder.Encode(s, b.planes[i*size:][:size])
}

// setTargets sets the targets of a sample. Missing targets get the weight 0.
func (b *batch) setTargets(i int, s *Sample) {
	turn, weight := s.State.Turn(), float64(s.Weight)
	b.moves.set(i, b.board, turn, s.Moves[:len(s.Policy)])
	b.policy.set(i, s.Policy, weight)
	b.replies.set(i, b.board, turn, s.Reply[:len(s.ReplyPolicy)]) // in the view of the side to move now
	b.reply.set(i, s.ReplyPolicy, weight)
	b.value.set(i, s.Value[:], weight)
	b.setOccupation(i, s, weight)
	b.plies.want[i], b.plies.weight[i] = 0, 0
	if s.HasPlies {
		b.plies.want[i] = float32(math.Log1p(float64(s.PliesLeft)) / pliesScale)
		b.plies.weight[i] = weight
	}
}

// setOccupation sets the owner of each square at the end, in the view of the side to move.
func (b *batch) setOccupation(i int, s *Sample, weight float64) {
	b.occupation.weight[i] = 0
	if !s.HasFinal {
		return
	}
	b.occupation.weight[i] = weight
	w, h, turn := b.board.Width(), b.board.Height(), s.State.Turn()
	own, enemy := &s.Final[turn], &s.Final[turn.Other()]
	prob := b.occupation.prob[i*w*h*occupations:][:w*h*occupations]
	clear(prob)
	for y := range h {
		for x := range w {
			at, target := game.SquareAt(x, y), prob[(y*w+x)*occupations:]
			if turn == game.Black {
				at = b.board.FlipSquare(at)
			}
			switch {
			case own.Has(at):
				target[0] = 1
			case enemy.Has(at):
				target[1] = 1
			default:
				target[2] = 1
			}
		}
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
