package net

import (
	"epaminondas/game"
	"epaminondas/net/kernel"
)

// MovePlanes is the number of logits the policy head has for a square: plane 8d+k-1 for a move
// in direction d by k squares whose rear stone stands there, and plane 64+d for one whose rear
// stone lands there. A move's logit is the sum of its two, so that rare distances share what
// is learnt of landings. Directions and squares are in the view of the mover.
const MovePlanes = landingPlane + game.Directions

const landingPlane = game.Directions * game.MaxDistance

// MoveIndex returns the two indices into the logits [H, W, MovePlanes] whose sum is the logit of
// m for the side to move.
func MoveIndex(b *game.Board, turn game.Colour, m game.Move) (rear, landing int) {
	v := viewOf(b, turn)
	e := v.entries(m)
	return int(e.A.Row)*MovePlanes + int(e.A.Column), int(e.B.Row)*MovePlanes + int(e.B.Column)
}

// A view tells how the side to move sees a board: from its home row on, Black with north and
// south exchanged.
type view struct {
	width         int
	home, forward int // its row number 0, and 1 or -1
	steps         [game.Directions]step
}

// A step is a direction: as it is seen, how much farther the next square is in an image [H, W], and
// how many rows.
type step struct{ seen, next, rows int32 }

func viewOf(b *game.Board, turn game.Colour) view {
	v := view{width: b.Width(), forward: 1}
	if turn == game.Black {
		v.home, v.forward = b.Height()-1, -1
	}
	for d := range game.Direction(game.Directions) {
		columns, rows := d.Delta()
		v.steps[d] = step{int32(d), int32(v.forward*rows*v.width + columns), int32(v.forward * rows)}
		if turn == game.Black {
			v.steps[d].seen = int32(d.FlipRows())
		}
	}
	return v
}

// place returns the column and the row of a square, both 0 to 15.
func (v *view) place(at int) (column, row int) { return at & 15, (v.home + v.forward*(at>>4)) & 15 }

// entries returns the two entries of the logits [H*W, MovePlanes] whose sum is the logit of m.
func (v *view) entries(m game.Move) kernel.Pair {
	column, row := v.place(int(m.Rear()))
	d, n := v.steps[m.Direction()], int32(m.Distance())
	rear := int32(row*v.width + column)
	return kernel.Pair{
		A: kernel.Entry{Row: rear, Column: d.seen*game.MaxDistance + n - 1},
		B: kernel.Entry{Row: rear + n*d.next, Column: landingPlane + d.seen},
	}
}

// rows returns the two rows on which the entries of m are, a bit each.
func (v *view) rows(m game.Move) uint {
	_, row := v.place(int(m.Rear()))
	landing := row + m.Distance()*int(v.steps[m.Direction()].rows)
	return 1<<(row&15) | 1<<(landing&15)
}
