package mcts

import "epaminondas/game"

// appendTactical appends the tactical moves of s, in the order of [game.State.AppendMoves]: the
// captures and the moves that land on the far row.
func appendTactical(dst []game.Move, s *game.State) []game.Move {
	enemy := s.Stones(s.Turn().Other())
	return s.AppendMovesTo(dst, enemy.Or(s.Board().FarRow(s.Turn())))
}

// mixTactical gives the tactical moves of the expanded position their share of the prior. P becomes
// (1-share) P + share/n for the n tactical moves, and (1-share) P for the others.
func (p *position) mixTactical(x *expansion) {
	if p.tacticalShare == 0 {
		return
	}
	p.tactical = appendTactical(p.tactical[:0], &p.state)
	rest := p.tactical
	if len(rest) == 0 {
		return
	}
	each := p.tacticalShare / float32(len(rest))
	for i, m := range x.actions {
		x.prior[i] *= 1 - p.tacticalShare
		if len(rest) > 0 && m == rest[0] {
			x.prior[i] += each
			rest = rest[1:]
		}
	}
}

// unmixTactical undoes mixTactical at the root.
func (p *position) unmixTactical(prior []float32) {
	if p.tacticalShare == 0 {
		return
	}
	p.tactical = appendTactical(p.tactical[:0], &p.root)
	rest := p.tactical
	if len(rest) == 0 {
		return
	}
	p.replies = p.root.AppendMoves(p.replies[:0])
	each := p.tacticalShare / float32(len(rest))
	for i, m := range p.replies {
		if len(rest) > 0 && m == rest[0] {
			prior[i] -= each
			rest = rest[1:]
		}
		prior[i] = max(prior[i]/(1-p.tacticalShare), minPrior)
	}
}
