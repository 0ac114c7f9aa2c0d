package solve

import "epaminondas/game"

// appendCaptures appends to dst the placement after every legal capture of the side to move in p,
// still from the mover's view. It also returns the number of legal moves without a capture. It does
// not check whether p is finished.
func (g *grid) appendCaptures(dst []placement, p placement) (captures []placement, quiet int) {
	for d := range game.Direction(game.Directions) {
		for rears := p.own & g.inner[d]; rears != 0; rears &= rears - 1 {
			line, length := rears&-rears, 1
			ahead := g.shift(line, d)
			for ahead&p.own != 0 {
				line |= ahead
				length++
				ahead = g.shift(ahead, d)
			}
			moved := line
			for distance := 1; distance <= length && ahead&^p.own != 0; distance++ {
				moved = g.shift(moved, d)
				after := placement{p.own&^line | moved, p.enemy}
				if ahead&p.enemy != 0 {
					taken, strength := g.run(p.enemy, ahead, d)
					after.enemy &^= taken
					if strength < length && !g.forbidden(after, ahead, d) {
						dst = append(dst, after)
					}
					break
				}
				if !g.forbidden(after, ahead, d) {
					quiet++
				}
				ahead = g.shift(ahead, d)
			}
		}
	}
	return dst, quiet
}

// run returns the stones of a set in direction d, from one stone to the first gap, and their
// number.
func (g *grid) run(stones, from uint32, d game.Direction) (line uint32, length int) {
	for from&stones != 0 {
		line |= from
		length++
		from = g.shift(from, d)
	}
	return line, length
}

// forbidden reports whether the symmetry rule forbids a move that leads to after and whose head
// arrived in direction d. Only the head can enter the far row, because the other stones follow it
// from below.
func (g *grid) forbidden(after placement, head uint32, d game.Direction) bool {
	return head&g.entry[d] != 0 && g.symmetric(after)
}

// appendUnmoves appends to dst the own stones of every placement from which a legal move without a
// capture leads to p. p.own is the side that has just moved, and all placements are from its view.
// appendUnmoves does not check whether they are finished.
//
// A line of n stones has moved k <= n squares forward if the k squares behind it are empty. Before
// the move, its foremost k squares were empty, so it was a phalanx of n stones.
func (g *grid) appendUnmoves(dst []uint32, p placement) []uint32 {
	empty := g.mask &^ (p.own | p.enemy)
	symmetric := g.symmetric(p)
	for d := range game.Direction(game.Directions) {
		back := d.Opposite()
		for rears := p.own & g.shift(empty, d); rears != 0; rears &= rears - 1 {
			rear, line := rears&-rears, uint32(0)
			for head, length := rear, 1; head&p.own != 0; head, length = g.shift(head, d), length+1 {
				line |= head
				if symmetric && head&g.entry[d] != 0 {
					continue // forbidden
				}
				before, behind := line, g.shift(rear, back)
				for distance := 1; distance <= length && behind&empty != 0; distance++ {
					before = g.shift(before, back)
					dst = append(dst, p.own&^line|before)
					behind = g.shift(behind, back)
				}
			}
		}
	}
	return dst
}
