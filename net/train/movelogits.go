package train

import (
	"epaminondas/game"
	"epaminondas/net"

	"gorgonia.org/gorgonia"
)

// moveList holds the moves of a batch as pairs of indices into the policy head's logits of a
// sample, [H, W, net.MovePlanes]; a move's logit is the sum of the two.
type moveList struct {
	most    int        // moves a sample at most
	counts  []int      // moves of a sample [batch]
	indices [][2]int32 // [batch, most]
}

func newMoveList(batch, most int) moveList {
	return moveList{most: most, counts: make([]int, batch), indices: make([][2]int32, batch*most)}
}

// set replaces the moves of a sample, as the side turn sees them.
func (l *moveList) set(sample int, board *game.Board, turn game.Colour, moves []game.Move) {
	l.counts[sample] = len(moves)
	for i, m := range moves {
		rear, landing := net.MoveIndex(board, turn, m)
		l.indices[sample*l.most+i] = [2]int32{int32(rear), int32(landing)}
	}
}

// of returns the moves of a sample.
func (l *moveList) of(sample int) [][2]int32 { return l.indices[sample*l.most:][:l.counts[sample]] }

// mostMoves returns how many moves can be legal at once on a board at most. A rear stone that
// moves by k has k-1 others ahead of it, and their head lands k squares on.
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

// moveLogits adds the logits of the moves in list, [batch, list.most], from those of the policy
// head. What lies behind a sample's moves means nothing.
func (b *builder) moveLogits(name string, logits *gorgonia.Node, list *moveList) *gorgonia.Node {
	from := b.flat(net.MovePlanes)
	o := &op{name: name, shape: []int{b.samples, list.most}, wrt: []bool{true}}
	o.do = func(dst []float32, in []values) {
		b.each(func(i int) {
			to, planes := dst[i*list.most:], from.sample(in[0], i)
			for m, at := range list.of(i) {
				to[m] = planes[at[0]] + planes[at[1]]
			}
		})
	}
	o.pullback = func(_ gorgonia.Nodes, _, grad *gorgonia.Node) gorgonia.Nodes {
		return gorgonia.Nodes{b.apply(&op{
			name: "gradient of the input of " + name, shape: from.shape(),
			do: func(dst []float32, in []values) {
				b.each(func(i int) {
					grads, planes := in[0][i*list.most:], from.sample(dst, i)
					clear(planes)
					for m, at := range list.of(i) {
						planes[at[0]] += grads[m]
						planes[at[1]] += grads[m]
					}
				})
			},
		}, grad)}
	}
	return b.apply(o, logits)
}
