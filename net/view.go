package net

import (
	"math/bits"

	"epaminondas/game"
	"epaminondas/net/kernel"
)

// A view holds [MoveIndex] as tables, for one side to move on one board.
type view struct {
	squares [256]place
	hops    [game.Directions * game.MaxDistance]hop // by direction and distance
}

// A place is a square in the view of the side to move.
type place struct {
	index int32  // index in an image [H, W]
	row   uint32 // the bit of its row
}

// A hop holds the common data of all moves with the same direction and distance.
type hop struct {
	rear, landing int32 // planes of the logits
	squares, rows int32 // from the rear square to its landing square
	bias          float32
}

// newView returns the view of the side turn. bias holds the biases of the logits.
func newView(b *game.Board, turn game.Colour, bias []float32) *view {
	v := &view{}
	for squares := b.Mask(); !squares.Empty(); {
		at := squares.Pop()
		seen := at
		if turn == game.Black {
			seen = b.FlipSquare(at)
		}
		v.squares[at] = place{int32(seen.Row()*b.Width() + seen.Col()), 1 << seen.Row()}
	}
	for d := range game.Direction(game.Directions) {
		seen := d
		if turn == game.Black {
			seen = d.FlipRows()
		}
		columns, rows := seen.Delta()
		for n := 1; n <= game.MaxDistance; n++ {
			rear, landing := int(seen)*game.MaxDistance+n-1, landingPlane+int(seen)
			v.hops[hopIndex(game.NewMove(0, d, n))] = hop{
				rear: int32(rear), landing: int32(landing), bias: bias[rear] + bias[landing],
				squares: int32(n * (rows*b.Width() + columns)), rows: int32(n * rows),
			}
		}
	}
	return v
}

// hopIndex numbers the directions and distances of moves.
func hopIndex(m game.Move) int { return int(m>>8) & (game.Directions*game.MaxDistance - 1) }

// pair returns the two entries of the logits [H*W, MovePlanes] whose sum is the logit of m. It also
// returns the sum of their biases and the set of their rows, with one bit for each row.
func (v *view) pair(m game.Move) (p kernel.Pair, bias float32, rows uint32) {
	at, h := v.squares[m.Rear()], &v.hops[hopIndex(m)]
	p.A.Row, p.A.Column = at.index, h.rear
	p.B.Row, p.B.Column = at.index+h.squares, h.landing
	return p, h.bias, at.row | bits.RotateLeft32(at.row, int(h.rows))
}
