package alphabeta

import "epaminondas/game"

// A frame is one ply of the line that the search is in.
type frame struct {
	state   game.State
	key     uint64       // of the state in the table
	static  int          // score of the state, to see a trend; of two plies before if the mover is behind
	killers [2]game.Move // moves that refuted other positions at this ply
	moves   picker
	buffer  []game.Move
	line    []game.Move // the principal variation from here on
}

var noKillers = [2]game.Move{game.NoMove, game.NoMove}

// start sets the root of the search.
func (s *Search) start(pos *game.State) {
	s.frames[0].state = *pos
	s.enter(0)
}

// play sets the position at ply+1 to the position at ply after m.
func (s *Search) play(ply int, m game.Move) {
	next := &s.frames[ply+1]
	next.state = s.frames[ply].state
	next.state.Play(m)
	s.enter(ply + 1)
}

// enter prepares the search for another position at a ply. The table's record of it is not in the
// processor's cache, and takes long to load.
func (s *Search) enter(ply int) {
	f := &s.frames[ply]
	f.key = s.key(&f.state)
	s.table.prefetch(f.key)
	s.lines.place(ply)
}

// finished returns the score of a position whose game is over by the far rows or the ply limit. The
// caller checks for a lack of moves when it generates them.
func (s *Search) finished(pos *game.State, ply int) (score int, over bool) {
	if pos.Lead() > 0 {
		return win - ply, true
	}
	if s.maxPlies > 0 && pos.Ply() >= s.maxPlies {
		outcome, _ := pos.Outcome()
		return outcome.For(pos.Turn()) * (win - ply), true
	}
	return 0, false
}

// key returns the table key of a position. If the ply limit is near, the key also depends on the
// distance to the limit and on the winner of a tie there.
func (s *Search) key(pos *game.State) uint64 {
	key := pos.Hash()
	if left := s.maxPlies - pos.Ply(); s.maxPlies > 0 && left <= mostPlies {
		c, ok := pos.LastCapture()
		more := uint64(left)<<2 | uint64(c)<<1
		if ok {
			more |= 1
		}
		key ^= (more + 1) * 0x9E3779B97F4A7C15
	}
	return key
}

// search returns the score of the position at the given ply. The score is exact if it is between
// alpha and beta, otherwise it is a bound on the same side of them. pass allows null moves.
func (s *Search) search(ply, depth, alpha, beta int, pass bool) int {
	f := &s.frames[ply]
	behind := f.state.Lead() < 0
	if depth <= 0 && !behind {
		return s.quiesce(ply, 0, alpha, beta)
	}
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
	if behind {
		depth = max(depth, 0) + 1
	}
	alpha, beta = max(alpha, -win+ply), min(beta, win-ply-1)
	if alpha >= beta {
		return alpha
	}
	pv := beta-alpha > 1
	key := f.key
	hint, static := game.NoMove, infinite
	if e := s.table.probe(key); e != nil {
		hint, static = e.move, int(e.eval)
		if score, ok := s.probeScore(e, ply, depth, alpha, beta); ok && !pv {
			return score
		}
	}
	if behind {
		f.static = s.staticBefore(ply)
		return s.searchRestoring(ply, depth, alpha, beta, key, hint)
	}
	if static == infinite {
		static = s.score(ply)
	}
	f.static = static
	if from := s.pruning.guessDepth; from > 0 && depth >= from && hint == game.NoMove && !s.plain {
		depth--
	}
	if !pv && !s.plain {
		if score, ok := s.prune(ply, depth, beta, static, pass); ok {
			return score
		}
	}
	return s.expand(ply, depth, alpha, beta, key, hint, static)
}

// staticBefore returns the static score of the position two plies before, where the same side was to move. It
// returns the least score if the search began later.
func (s *Search) staticBefore(ply int) int {
	if ply < 2 {
		return -infinite
	}
	return s.frames[ply-2].static
}

// rising reports whether the position at a ply is better for its mover than two plies before, or the
// pruning does not ask.
func (s *Search) rising(ply int) bool {
	return !s.pruning.trend || ply >= 2 && s.frames[ply].static > s.staticBefore(ply)
}

// probeScore returns the score of an entry. ok is true if the score decides the node.
func (s *Search) probeScore(e *entry, ply, depth, alpha, beta int) (score int, ok bool) {
	score = int(e.score)
	certain := isProven(score)
	if score >= proven {
		score -= ply
	} else if score <= -proven {
		score += ply
	}
	switch {
	case int(e.depth) == depth:
	case s.plain:
		return 0, false
	case int(e.depth) < depth && !(certain && (e.score > 0) == (e.bound() != upper)):
		return 0, false
	}
	switch e.bound() {
	case exact:
		return score, true
	case lower:
		return score, score >= beta
	default:
		return score, score <= alpha
	}
}

// storeScore stores the score of a node.
func (s *Search) storeScore(key uint64, m game.Move, score, static, depth, ply, alpha, beta int) {
	b := exact
	if score >= beta {
		b = lower
	} else if score <= alpha {
		b = upper
	}
	if score >= proven {
		score += ply
	} else if score <= -proven {
		score -= ply
	}
	s.table.store(key, m, score, static, depth, b)
}

// prune returns a score of at least beta if the position is good enough already. With few plies
// left it uses the static score (reverse futility pruning), with more plies a null-move search. The
// score is never a proof.
func (s *Search) prune(ply, depth, beta, static int, pass bool) (score int, ok bool) {
	if isProven(beta) || static < beta {
		return 0, false
	}
	if depth <= 3 && static-s.pruning.reverseFutility*depth >= beta {
		return static, true
	}
	if !pass || depth < 2 {
		return 0, false
	}
	next := &s.frames[ply+1]
	next.state = s.frames[ply].state
	next.state.Pass()
	s.enter(ply + 1)
	score = -s.search(ply+1, depth-3-depth/4, -beta, -beta+1, false)
	if s.stop.stopped || score < beta {
		return 0, false
	}
	return clampUnproven(score), true
}

// searchRestoring searches a position whose mover is behind on the far rows. All moves lose except
// those that draw level.
func (s *Search) searchRestoring(ply, depth, alpha, beta int, key uint64, hint game.Move) int {
	f := &s.frames[ply]
	f.buffer = s.appendRestoring(f.buffer[:0], &f.state)
	if len(f.buffer) == 0 {
		return s.lossScore(&f.state, ply)
	}
	f.moves.fill(f.buffer, func(m game.Move) int {
		if m == hint {
			return hintScore
		}
		return noisyScore(&f.state, m)
	})
	best, choice, low := -infinite, game.NoMove, alpha
	for n := 0; ; n++ {
		m, ok := f.moves.next()
		if !ok {
			break
		}
		score, stopped := s.try(ply, depth, alpha, beta, m, n, 0)
		if stopped {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, choice = score, m
				s.extendLine(ply, m)
				if score >= beta {
					break
				}
			}
		}
	}
	s.storeScore(key, choice, best, 0, depth, ply, low, beta)
	return best
}

// lossScore returns the score of a position whose mover is behind and cannot draw level. The
// opponent wins at the start of its turn, or at once if the mover has no move.
func (s *Search) lossScore(pos *game.State, ply int) int {
	if _, reason := pos.Outcome(); reason == game.NoMoves {
		return -(win - ply)
	}
	return -(win - ply - 1)
}

// appendRestoring appends the moves that draw level or take the lead.
func (s *Search) appendRestoring(dst []game.Move, pos *game.State) []game.Move {
	n := len(dst)
	dst = pos.AppendMovesTo(dst, noisy(pos))
	for _, m := range dst[n:] {
		if pos.LeadAfter(m) >= 0 {
			dst[n] = m
			n++
		}
	}
	return dst[:n]
}

// noisy returns the squares on which a move captures or enters the far row.
func noisy(pos *game.State) game.Bits {
	us := pos.Turn()
	enemy := pos.Stones(us.Other())
	return enemy.Or(pos.Board().FarRow(us))
}

// try searches the n-th move of a node. Except for the first move, it uses a null window and a
// reduced depth at first.
func (s *Search) try(ply, depth, alpha, beta int, m game.Move, n, reduction int) (score int, stopped bool) {
	s.play(ply, m)
	if n == 0 {
		score = -s.search(ply+1, depth-1, -beta, -alpha, true)
	} else {
		score = -s.search(ply+1, depth-1-reduction, -alpha-1, -alpha, true)
		if score > alpha && reduction > 0 && !s.stop.stopped {
			score = -s.search(ply+1, depth-1, -alpha-1, -alpha, true)
		}
		if score > alpha && score < beta && !s.stop.stopped {
			score = -s.search(ply+1, depth-1, -beta, -alpha, true)
		}
	}
	return score, s.stop.stopped
}

// extendLine sets the line of the given ply to m, followed by the line of the next ply.
func (s *Search) extendLine(ply int, m game.Move) {
	f := &s.frames[ply]
	f.line = append(append(f.line[:0], m), s.frames[ply+1].line...)
}
