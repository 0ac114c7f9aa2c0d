package puzzle

import "epaminondas/game"

// A shortest search finds out whether a side can win within a number of its own moves against every
// defence. It tries all legal moves of both sides, except for the last move of the attacker. That move
// must take the lead, or leave an opponent with few stones without a move. One goroutine owns it.
type shortest struct {
	known  map[node]bool
	kill   [MostMoves + 1]game.Move // the last refutation, by the moves that the attacker has left
	left   int                      // positions that it may still enter
	buffer [2 * (MostMoves + 1)][]game.Move
}

// A node is a position and the moves that the attacker has left. The side to move is in the hash.
type node struct {
	hash uint64
	n    int
}

// within reports whether the side to move wins within n of its own moves. ok is false if the budget
// of positions does not suffice for an answer.
func (t *shortest) within(s *game.State, n, budget int) (wins, ok bool) {
	t.known = map[node]bool{}
	for i := range t.kill {
		t.kill[i] = game.NoMove
	}
	t.left = budget
	wins = t.wins(s, n)
	return wins, t.left > 0
}

// play returns the position after a move.
func (t *shortest) play(s *game.State, m game.Move) game.State {
	t.left--
	next := *s
	next.Play(m)
	return next
}

// wins reports whether the attacker, to move in a position that is not over, wins with at most n
// moves.
func (t *shortest) wins(s *game.State, n int) bool {
	if n == 0 || t.left <= 0 {
		return false
	}
	key := node{s.Hash(), n}
	if won, ok := t.known[key]; ok {
		return won
	}
	won := t.attack(s, n)
	if t.left > 0 {
		t.known[key] = won
	}
	return won
}

// attack is wins without the memory. Moves that take the lead come first.
func (t *shortest) attack(s *game.State, n int) bool {
	moves := s.AppendLeading(t.buffer[2*n][:0], 1)
	first, enemies := len(moves), s.Stones(s.Turn().Other())
	switch {
	case s.Lead() < 0: // all other moves lose at once
		moves = s.AppendLeading(moves, 0)
	case n > 1 || enemies.Count() <= fewStones:
		moves = s.AppendMoves(moves)
	}
	t.buffer[2*n] = moves
	for i := range moves {
		m := t.buffer[2*n][i]
		next := t.play(s, m)
		if i < first || n > 1 || over(&next) {
			if t.loses(&next, n-1) {
				return true
			}
		}
	}
	return false
}

// fewStones is the greatest number of stones with which a side is tested for a lack of moves.
const fewStones = 8

func over(s *game.State) bool {
	outcome, _ := s.Outcome()
	return outcome != game.Ongoing
}

// loses reports whether the defender, to move, loses if the attacker has n moves left.
func (t *shortest) loses(s *game.State, n int) bool {
	if outcome, _ := s.Outcome(); outcome != game.Ongoing {
		return outcome.For(s.Turn()) < 0
	}
	moves := t.buffer[2*n+1][:0]
	switch {
	case s.Lead() < 0: // all other moves lose at once
		moves = s.AppendLeading(moves, 0)
	case n == 0:
		return false
	default:
		if k := t.kill[n]; k != game.NoMove && s.Legal(k) {
			moves = append(moves, k)
		}
		moves = s.AppendMoves(s.AppendLeading(moves, 1))
	}
	t.buffer[2*n+1] = moves
	if n == 0 {
		return len(moves) == 0
	}
	for i := range moves {
		m := t.buffer[2*n+1][i]
		next := t.play(s, m)
		if outcome, _ := next.Outcome(); outcome != game.Ongoing {
			if outcome.For(next.Turn()) > 0 {
				continue
			}
			return false
		}
		if !t.wins(&next, n) {
			t.kill[n] = m
			return false
		}
	}
	return t.left > 0
}
