package train

import (
	"epaminondas/game"
	"epaminondas/net"
	"epaminondas/net/kernel"
)

// moveList holds the moves of a batch as pairs of logits in [H, W, net.MovePlanes]. One is for the
// square of the rear stone before the move, the other for its square after the move. A move's logit
// is the sum of the two.
type moveList struct {
	most   int           // largest number of moves of a sample
	counts []int         // moves of a sample [batch]
	pairs  []kernel.Pair // [batch, most]
}

func newMoveList(batch, most int) moveList {
	return moveList{most: most, counts: make([]int, batch), pairs: make([]kernel.Pair, batch*most)}
}

// set replaces the moves of a sample, in the view of the side turn.
func (l *moveList) set(sample int, board *game.Board, turn game.Colour, moves []game.Move) {
	l.counts[sample] = len(moves)
	for i, m := range moves {
		rear, landing := net.MoveIndex(board, turn, m)
		l.pairs[sample*l.most+i] = kernel.Pair{A: entryOf(rear), B: entryOf(landing)}
	}
}

// entryOf returns the square and the plane of an index of [net.MoveIndex].
func entryOf(index int) kernel.Entry {
	return kernel.Entry{Row: int32(index / net.MovePlanes), Column: int32(index % net.MovePlanes)}
}

// of returns the moves of a sample.
func (l *moveList) of(sample int) []kernel.Pair { return l.pairs[sample*l.most:][:l.counts[sample]] }

// mostMoves returns an upper bound on the number of legal moves of a position on the board. If a
// rear stone moves by k squares, at least k-1 more stones stand ahead of it, and the head lands k
// squares ahead of its place.
func mostMoves(board *game.Board) int {
	n := 0
	for squares := board.Mask(); !squares.Empty(); {
		s := squares.Pop()
		for d := range game.Direction(game.Directions) {
			n += min(game.MaxDistance, (board.Edge(s, d)+1)/2)
		}
	}
	return n
}

// moveLogits is a 1x1 convolution to net.MovePlanes that computes only the logits of listed moves.
type moveLogits struct {
	c            int
	list         *moveList
	weight, bias *parameter
	turned       []float32   // [MovePlanes, C]: the weights transposed
	grads        [][]float32 // gradients of turned, one for each thread
}

// moveLogits adds the parameters of the layer called name.
func (s *stage) moveLogits(name string, c int, list *moveList) *moveLogits {
	m := &moveLogits{c: c, list: list, weight: s.tensor(name + ".weight"), bias: s.tensor(name + ".bias")}
	m.turned = m.weight.turned(c, net.MovePlanes)
	for range s.threads() {
		m.grads = append(m.grads, make([]float32, len(m.turned)))
	}
	return m
}

// run sets the logits of a sample's moves, from the features x of its squares.
func (m *moveLogits) run(logits, x []float32, sample int) {
	moves, bias := m.list.of(sample), m.bias.data
	for i, at := range moves {
		logits[i] = bias[at.A.Column] + bias[at.B.Column]
	}
	kernel.AddEntries(logits[:len(moves)], moves, x, m.turned, m.c)
}

// clearGrad sets the gradients of the parameters over one part of the batch to zero.
func (m *moveLogits) clearGrad(p part) {
	clear(m.grads[p.thread])
	clear(m.bias.grad(p))
}

// grad adds the gradient of the features x of a sample to dx, and adds the gradient of the
// parameters.
func (m *moveLogits) grad(dx, x, dlogits []float32, sample int, p part) {
	moves, bias := m.list.of(sample), m.bias.grad(p)
	kernel.AddEntriesGrad(dx, m.grads[p.thread], x, m.turned, dlogits, moves, m.c)
	for i, at := range moves {
		bias[at.A.Column] += dlogits[i]
		bias[at.B.Column] += dlogits[i]
	}
}

// storeGrad stores the gradients of the parameters over one part of the batch.
func (m *moveLogits) storeGrad(p part) {
	kernel.Transpose(m.weight.grad(p), m.grads[p.thread], net.MovePlanes, m.c)
}
