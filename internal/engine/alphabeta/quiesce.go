package alphabeta

import "epaminondas/game"

// Limits of the quiescence search.
const (
	entryPlies = 3 // plies within which the search tries moves that take the lead on the far rows
	// quiesceNodes limits the positions of one quiescence search. On crowded boards there are
	// hundreds of captures, with as many answers each.
	quiesceNodes = 50
)

// quiesce returns the score of a position after captures and moves that take the lead on the far
// rows. The mover need not play one of them: it may stand pat on the static score. A mover that is
// behind must draw level.
func (s *Search) quiesce(ply, deep, alpha, beta int) int {
	f := &s.frames[ply]
	f.line = f.line[:0]
	if s.stop.over(s.nodes) {
		return 0
	}
	s.nodes++
	if score, over := s.finished(&f.state, ply); over {
		return score
	}
	if ply >= mostPlies-1 {
		return s.score(ply)
	}
	if deep == 0 {
		s.quiesceEnd = s.nodes + quiesceNodes
	}
	behind, static := f.state.Lead() < 0, infinite // which disables delta pruning when the mover is behind
	if !behind {
		static = s.score(ply) // the processor loads the table's record at the same time
	}
	key, depth := f.key, -min(deep, 1)
	e := s.table.probe(key)
	if e != nil && beta-alpha == 1 && !s.plain {
		if score, ok := s.probeScore(e, ply, depth, alpha, beta); ok {
			return score
		}
	}
	n := node{low: alpha, beta: beta, best: -infinite, choice: game.NoMove}
	if behind {
		f.buffer = s.appendRestoring(f.buffer[:0], &f.state)
		if len(f.buffer) == 0 {
			return s.lossScore(&f.state, ply)
		}
	} else {
		if s.leaf != nil {
			s.leaf(&f.state)
		}
		n.best = static
		if static >= beta || s.nodes > s.quiesceEnd && !s.plain {
			return static
		}
		goal := f.state.Stones(f.state.Turn().Other())
		if deep < entryPlies {
			goal = noisy(&f.state)
		}
		f.buffer = f.state.AppendMovesTo(f.buffer[:0], goal)
	}
	f.moves.fill(f.buffer, func(m game.Move) int {
		if e != nil && m == e.move {
			return hintScore
		}
		return noisyScore(&f.state, m)
	})
	s.quiesceMoves(ply, deep, &n, static)
	if s.stop.stopped {
		return 0
	}
	if s.nodes <= s.quiesceEnd {
		s.storeScore(key, n.choice, n.best, static%infinite, depth, ply, n.low, beta)
	}
	return n.best
}

// quiesceMoves searches the moves of the picker.
func (s *Search) quiesceMoves(ply, deep int, n *node, static int) {
	f := &s.frames[ply]
	for n.best < n.beta {
		m, ok := f.moves.next()
		if !ok {
			return
		}
		alpha := max(n.low, n.best)
		if !s.plain && static != infinite {
			score := f.moves.score()
			hinted := score == hintScore
			if hinted {
				score = noisyScore(&f.state, m)
			}
			if s.prunedByDelta(score, static, alpha) {
				if hinted {
					continue
				}
				return // all later moves capture no more, or leave the opponent ahead
			}
		}
		s.play(ply, m)
		score := -s.quiesce(ply+1, deep+1, -n.beta, -alpha)
		if s.stop.stopped {
			return
		}
		if score > n.best {
			n.best = score
			if score > alpha {
				n.choice = m
				s.extendLine(ply, m)
			}
		}
	}
}

// prunedByDelta reports whether delta pruning skips a move with the given [noisyScore]: it does not
// take the lead, and captures too little to reach alpha.
func (s *Search) prunedByDelta(score, static, alpha int) bool {
	taken := (score + takeScore - 1) / takeScore
	return score < leadScore/2 && static+taken*s.pruning.stone+s.pruning.delta <= alpha
}
