package net

import (
	"epaminondas/game"
	"epaminondas/net/kernel"
)

// A view tells how a side to move sees a board: from its home row on, Black with north and south
// exchanged. It is [MoveIndex] prepared for many moves.
type view struct {
	width         int
	home, forward int // its row number 0, and 1 or -1
	steps         [game.Directions]step
}

// A step is a direction: as it is seen, and how much farther the next square is in an image [H, W].
type step struct {
	seen       game.Direction
	next, rows int
}

func viewOf(b *game.Board, turn game.Colour) *view {
	v := &view{width: b.Width(), forward: 1}
	if turn == game.Black {
		v.home, v.forward = b.Height()-1, -1
	}
	for d := range game.Direction(game.Directions) {
		seen := d
		if turn == game.Black {
			seen = d.FlipRows()
		}
		columns, rows := seen.Delta()
		v.steps[d] = step{seen, rows*v.width + columns, rows}
	}
	return v
}

// pair returns the two entries of the logits [H*W, MovePlanes] whose sum is the logit of m, and the
// set of rows of the board on which they are, a bit each.
func (v *view) pair(m game.Move) (p kernel.Pair, rows uint) {
	at := int(m.Rear())
	row, d, n := v.home+v.forward*(at>>4), &v.steps[m.Direction()], m.Distance()
	rear := row*v.width + at&15
	p.A.Row, p.A.Column = int32(rear), int32(d.seen)*game.MaxDistance+int32(n-1)
	p.B.Row, p.B.Column = int32(rear+n*d.next), landingPlane+int32(d.seen)
	return p, 1<<(row&15) | 1<<((row+n*d.rows)&15)
}
