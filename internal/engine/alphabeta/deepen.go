package alphabeta

import (
	"slices"

	"epaminondas/game"
)

// rootMove is a move of the root.
type rootMove struct {
	move  game.Move
	score int // score of the last search in which the move was the best so far
	line  []game.Move
}

// evaluateRoot gives every move of the root the static score of the position after it, or the
// result if the game ends there. It returns the best lines, as the result of an iteration before
// the first.
func (s *Search) evaluateRoot(lines int) *Result {
	for i := range s.root {
		m := &s.root[i]
		s.play(0, m.move)
		s.nodes++
		pos := &s.frames[1].state
		score, over := s.finished(pos, 1)
		if !over {
			score = s.score(1)
		}
		m.score = -score
	}
	slices.SortStableFunc(s.root, func(a, b rootMove) int { return b.score - a.score })
	r := &Result{Depth: 1}
	for i := range s.root[:lines] {
		m := &s.root[i]
		m.line = append(m.line[:0], m.move)
		r.Lines = append(r.Lines, s.line(m))
	}
	return r
}

// deepen searches all moves of the root to the given depth, once for every line. Each search
// excludes the moves of earlier lines and moves its best move to the front. before is the result of
// the last iteration. If the search is stopped, deepen fills the missing lines from before.
func (s *Search) deepen(depth, lines int, before *Result) (r *Result, finished bool) {
	r = &Result{Depth: depth}
	for i := range lines {
		guess := 0
		if i < len(before.Lines) {
			guess = before.Lines[i].Score
		}
		found := s.aspire(i, depth, guess)
		if found {
			s.moveToFront(i)
		}
		if s.stop.stopped {
			r = s.interrupted(i, found, before)
			return r, false
		}
		r.Lines = append(r.Lines, s.line(&s.root[i]))
	}
	slices.SortStableFunc(s.root[:lines], func(a, b rootMove) int { return b.score - a.score })
	slices.SortStableFunc(r.Lines, func(a, b Line) int { return b.Score - a.Score })
	r.Nodes = s.nodes
	return r, true
}

// interrupted returns the result of an iteration that stopped at line i. It takes the lines of
// before and inserts the best move that the iteration found for line i, if found, in front of the
// lines that are worse.
func (s *Search) interrupted(i int, found bool, before *Result) *Result {
	r := &Result{Depth: before.Depth, Nodes: s.nodes}
	for _, m := range s.root[:i] {
		r.Lines = append(r.Lines, s.line(&m))
	}
	if found {
		r.Lines = append(r.Lines, s.line(&s.root[i]))
	}
	for _, l := range before.Lines {
		if len(r.Lines) == len(before.Lines) {
			break
		}
		if !slices.ContainsFunc(r.Lines, func(o Line) bool { return o.Move == l.Move }) {
			r.Lines = append(r.Lines, l)
		}
	}
	return r
}

// moveToFront moves the best of the root moves from i on to place i.
func (s *Search) moveToFront(i int) {
	best := i
	for j := i; j < len(s.root); j++ {
		if s.root[j].score > s.root[best].score {
			best = j
		}
	}
	m := s.root[best]
	copy(s.root[i+1:best+1], s.root[i:best])
	s.root[i] = m
}

// aspire searches the root moves from i on in a window around a guess, and widens the window until
// it contains the score. It reports whether the root moves hold the best move of this depth, or of
// the part of it that was searched.
func (s *Search) aspire(i, depth, guess int) bool {
	alpha, beta := -infinite, infinite
	if depth > 2 && !isProven(guess) {
		alpha, beta = guess-s.pruning.window, guess+s.pruning.window
	}
	for wide := s.pruning.window; ; wide *= 4 {
		score, found := s.searchRoot(i, depth, alpha, beta)
		switch {
		case s.stop.stopped:
			return found
		case score <= alpha && alpha > -infinite:
			alpha = max(score-wide, -infinite)
		case score >= beta && beta < infinite:
			beta = min(score+wide, infinite)
			s.moveToFront(i)
		default:
			return true
		}
		if wide > 1000 {
			alpha, beta = -infinite, infinite
		}
	}
}

// searchRoot searches the root moves from first on. found reports whether one of them has a score
// above alpha.
func (s *Search) searchRoot(first, depth, alpha, beta int) (best int, found bool) {
	f := &s.frames[0]
	best = -infinite
	for i := range s.root[first:] {
		s.root[first+i].score = -infinite
	}
	if f.state.Lead() < 0 {
		depth++
	}
	for i := first; i < len(s.root); i++ {
		m := &s.root[i]
		s.play(0, m.move)
		var score int
		if i == first {
			score = -s.search(1, depth-1, -beta, -alpha, true)
		} else {
			score = -s.search(1, depth-1-s.reductionAtRoot(depth, i-first, m.move), -alpha-1, -alpha, true)
			if score > alpha && !s.stop.stopped {
				score = -s.search(1, depth-1, -beta, -alpha, true)
			}
		}
		if s.stop.stopped {
			return best, found
		}
		if score > best {
			best = score
		}
		if score > alpha || i == first {
			m.score = score
			m.line = append(append(m.line[:0], m.move), s.frames[1].line...)
		}
		if score > alpha {
			alpha, found = score, true
			if score >= beta {
				break
			}
		}
	}
	return best, found
}

// reductionAtRoot returns the late-move reduction of a root move in plies.
func (s *Search) reductionAtRoot(depth, index int, m game.Move) int {
	if s.plain || depth < 3 || index < 4 || s.frames[0].state.Lead() != 0 || s.frames[1].state.Lead() != 0 {
		return 0
	}
	return max(min(s.reduced.plies(depth, index), depth-1)-1, 0)
}

// line returns the line of a root move.
func (s *Search) line(m *rootMove) Line {
	l := Line{Move: m.move, Score: m.score, Variation: slices.Clone(m.line)}
	switch {
	case m.score >= proven:
		l.Value, l.Proven, l.Plies = 1, true, win-m.score
	case m.score <= -proven:
		l.Value, l.Proven, l.Plies = -1, true, win+m.score
	default:
		l.Value = s.value(m.score)
	}
	return l
}
