package alphabeta

import "epaminondas/game"

// expand searches the moves of a position in which neither side leads on the far rows. First comes
// the move from the table, then captures and moves that enter the far row, then quiet moves.
func (s *Search) expand(ply, depth, alpha, beta int, key uint64, hint game.Move, static int) int {
	f := &s.frames[ply]
	n := node{low: alpha, beta: beta, best: -infinite, choice: game.NoMove,
		static: static, rising: s.rising(ply), futile: s.futile(depth, alpha, beta, static)}
	if hint != game.NoMove && f.state.Legal(hint) {
		if s.searchMove(ply, depth, alpha, &n, hint, false) {
			return s.storeNode(ply, depth, key, &n, static)
		}
	} else {
		hint = game.NoMove
	}
	goal := noisy(&f.state)
	f.buffer = f.state.AppendMovesTo(f.buffer[:0], goal)
	f.moves.fill(f.buffer, func(m game.Move) int { return noisyScore(&f.state, m) })
	if s.searchMoves(ply, depth, &n, hint, false) {
		return s.storeNode(ply, depth, key, &n, static)
	}
	if n.futile {
		n.best = max(n.best, min(static+s.pruning.futility*depth, n.low))
		return s.storeNode(ply, depth, key, &n, static)
	}
	f.buffer = f.state.AppendMovesTo(f.buffer[:0], f.state.Board().Mask().AndNot(goal))
	turn, killers := f.state.Turn(), f.killers
	f.moves.fill(f.buffer, func(m game.Move) int {
		if m == killers[0] || m == killers[1] {
			return killerScore
		}
		return s.history.score(turn, m)
	})
	s.searchMoves(ply, depth, &n, hint, true)
	if s.stop.stopped {
		return 0
	}
	if n.visited == 0 {
		return -(win - ply)
	}
	return s.storeNode(ply, depth, key, &n, static)
}

// A node holds the search's data about a position while it searches the moves.
type node struct {
	low, beta int // the window at the start; the search raises alpha but not beta
	best      int
	choice    game.Move // the best move, NoMove if no move was above low
	visited   int       // number of moves
	quiet     int       // number of quiet moves
	static    int       // score of the position
	rising    bool      // the position is better than two plies before, or that does not matter
	futile    bool      // quiet moves are not expected to reach alpha
	tried     [maxTried]game.Move
}

// maxTried is the number of quiet moves that a node remembers, to lower their history scores.
const maxTried = 32

// futile reports whether futility pruning skips the quiet moves.
func (s *Search) futile(depth, alpha, beta, static int) bool {
	return !s.plain && beta-alpha == 1 && depth <= 2 && !isProven(alpha) &&
		static+s.pruning.futility*depth <= alpha
}

// searchMoves searches the moves of the picker except the hint. It reports whether the node is
// done.
func (s *Search) searchMoves(ply, depth int, n *node, hint game.Move, quiet bool) bool {
	f := &s.frames[ply]
	for {
		m, ok := f.moves.next()
		if !ok {
			return false
		}
		if m == hint {
			continue
		}
		if quiet && s.prunedAsLate(depth, n) || !quiet && s.prunedAsFutile(depth, n, f.moves.score()) {
			return false
		}
		if s.searchMove(ply, depth, max(n.low, n.best), n, m, quiet) {
			return true
		}
	}
}

// prunedAsLate reports whether late-move pruning skips the remaining quiet moves, because many have
// failed.
func (s *Search) prunedAsLate(depth int, n *node) bool {
	most := s.pruning.lateMoves + s.pruning.lateMovesGrowth*depth*depth
	if !n.rising {
		most /= 2
	}
	return !s.plain && n.beta-n.low == 1 && depth <= 3 && n.best > -proven && n.quiet >= most
}

// prunedAsFutile reports whether futility pruning skips a move with the given [noisyScore] and all later
// ones, because they capture too little to reach alpha.
func (s *Search) prunedAsFutile(depth int, n *node, score int) bool {
	if !n.futile || !s.pruning.futileCaptures || n.best <= -proven || score >= leadScore/2 {
		return false
	}
	taken := (score + takeScore - 1) / takeScore
	expected := n.static + taken*s.pruning.stone + s.pruning.futility*depth
	if expected > n.low {
		return false
	}
	n.best = max(n.best, expected)
	return true
}

// searchMove searches a move. It reports whether the node is done, by a cutoff or because the
// search must stop.
func (s *Search) searchMove(ply, depth, alpha int, n *node, m game.Move, quiet bool) bool {
	reduction := 0
	if quiet && !s.plain && depth >= 2 && n.visited >= 2 {
		reduction = s.reduction(depth, n)
	}
	score, stopped := s.try(ply, depth, alpha, n.beta, m, n.visited, reduction)
	if stopped {
		return true
	}
	n.visited++
	if quiet {
		if n.quiet < maxTried {
			n.tried[n.quiet] = m
		}
		n.quiet++
	}
	if score <= n.best {
		return false
	}
	n.best = score
	if score <= alpha {
		return false
	}
	n.choice = m
	s.extendLine(ply, m)
	if score < n.beta {
		return false
	}
	if quiet {
		s.reward(ply, depth, n, m)
	}
	return true
}

// reward raises the history score of a quiet move that refuted a position, and lowers the scores of
// the quiet moves before it.
func (s *Search) reward(ply, depth int, n *node, m game.Move) {
	f := &s.frames[ply]
	if f.killers[0] != m {
		f.killers[1], f.killers[0] = f.killers[0], m
	}
	turn, bonus := f.state.Turn(), min(depth*depth, 400)
	s.history.add(turn, m, bonus)
	for _, failed := range n.tried[:min(n.quiet-1, maxTried)] {
		if failed != m {
			s.history.add(turn, failed, -bonus)
		}
	}
}

// storeNode stores the result of a node and returns its score.
func (s *Search) storeNode(ply, depth int, key uint64, n *node, static int) int {
	if s.stop.stopped {
		return 0
	}
	s.storeScore(key, n.choice, n.best, static, depth, ply, n.low, n.beta)
	return n.best
}

// reduction returns the late-move reduction of the next quiet move of a node, in plies. It leaves at least
// one ply.
func (s *Search) reduction(depth int, n *node) int {
	plies := s.reduced.plies(depth, n.quiet)
	if !n.rising {
		plies++
	}
	plies = min(plies, depth-1)
	if n.beta-n.low > 1 {
		plies = max(plies-1, 0)
	}
	return plies
}
