package net

import "epaminondas/game"

// MovePlanes is the number of logits of the policy head for a square. Plane 8d+k-1 is for a move in
// direction d by k squares whose rear stone stands on the square. Plane 64+d is for a move in
// direction d whose rear stone lands on the square. A move's logit is the sum of the two. So rare
// distances share the knowledge about landings. Directions and squares are in the view of the
// mover.
const MovePlanes = landingPlane + game.Directions

const landingPlane = game.Directions * game.MaxDistance

// MoveIndex returns the two indices into the logits [H, W, MovePlanes] whose sum is the logit of
// m for the side to move.
func MoveIndex(b *game.Board, turn game.Colour, m game.Move) (rear, landing int) {
	from, to, d := m.Rear(), m.RearLanding(), m.Direction()
	if turn == game.Black {
		from, to, d = b.FlipSquare(from), b.FlipSquare(to), d.FlipRows()
	}
	rear = (from.Row()*b.Width()+from.Col())*MovePlanes + int(d)*game.MaxDistance + m.Distance() - 1
	landing = (to.Row()*b.Width()+to.Col())*MovePlanes + landingPlane + int(d)
	return rear, landing
}
