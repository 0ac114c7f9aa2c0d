package alphabeta

import "epaminondas/game"

// Limits of the quiescence search.
const (
	entering = 3    // plies within which moves that take the lead on the far rows are tried
	swing    = 150  // hundredths of a stone that a capture may bring beside its stones
	quota    = 2000 // positions of one quiescence search: on crowded boards there are hundreds of captures, each answered by as many
)

// quiesce returns the score of a position in which captures and moves that take the lead on the far rows are played out
// but need not be: the mover may be content with the static score. A mover who is behind must draw level.
func (s *Search) quiesce(ply, deep, alpha, beta int) int {
	f := &s.frames[ply]
	f.line = f.line[:0]
	if s.clock.over(s.nodes) {
		return 0
	}
	s.nodes++
	if score, over := s.finished(&f.state, ply); over {
		return score
	}
	if ply >= mostPlies-1 {
		return s.eval.score(&f.state)
	}
	if deep == 0 {
		s.calm = s.nodes + quota
	}
	best, static := -infinite, 0
	if f.state.Lead() < 0 {
		f.buffer = s.appendRestoring(f.buffer[:0], &f.state)
		if len(f.buffer) == 0 {
			return s.lost(&f.state, ply)
		}
		static = infinite // none may be left out
	} else {
		static = s.eval.score(&f.state)
		best = static
		if best >= beta || s.nodes > s.calm && !s.plain {
			return best
		}
		goal := f.state.Stones(f.state.Turn().Other())
		if deep < entering {
			goal = noisy(&f.state)
		}
		f.buffer = f.state.AppendMovesTo(f.buffer[:0], goal)
	}
	alpha = max(alpha, best)
	f.moves.fill(f.buffer, func(m game.Move) int { return noisyScore(&f.state, m) })
	for {
		m, ok := f.moves.next()
		if !ok {
			return best
		}
		if !s.plain && static != infinite && s.vain(&f.state, m, static, alpha) {
			continue
		}
		s.play(ply, m)
		score := -s.quiesce(ply+1, deep+1, -beta, -alpha)
		if s.clock.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha = score
				s.extendLine(ply, m)
				if score >= beta {
					return best
				}
			}
		}
	}
}

// vain reports whether a capture cannot bring enough to reach alpha.
func (s *Search) vain(pos *game.State, m game.Move, static, alpha int) bool {
	if pos.LeadAfter(m) > 0 {
		return false
	}
	taken := pos.Captured(m)
	return static+taken.Count()*s.eval.weights[0]/10+swing <= alpha
}
