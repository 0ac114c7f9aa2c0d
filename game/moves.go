package game

import "math/bits"

// AppendMoves appends all legal moves to dst and returns it. There are no legal moves exactly when
// the game is over. AppendMoves allocates only if dst is too short. The order is fixed, because
// records of searches rely on it: by direction, length of the phalanx, distance and landing square.
func (s *State) AppendMoves(dst []Move) []Move {
	if s.atLimit() {
		return dst
	}
	for w, landings := range s.waves {
		base := w.base()
		dst = appendWord(dst, landings.a, base)
		dst = appendWord(dst, landings.b, base+64)
		dst = appendWord(dst, landings.c, base+128)
		dst = appendWord(dst, landings.d, base+192)
	}
	return dst
}

// AppendMovesTo appends the legal moves whose leading stone lands on a square of goal, in the order
// of [State.AppendMoves]. If goal is the set of enemy stones, these are all captures; if goal is
// the far row, these are all moves that land there.
func (s *State) AppendMovesTo(dst []Move, goal Bits) []Move {
	if s.atLimit() || s.stuck() {
		return dst
	}
	sw := newSweep(s)
	sw.open, sw.prey = sw.open.and(goal.words()), sw.prey.and(goal.words())
	for d := range Direction(Directions) {
		sw.along(d, func(w wave, landings words) bool {
			base := w.base()
			dst = appendWord(dst, landings.a, base)
			dst = appendWord(dst, landings.b, base+64)
			dst = appendWord(dst, landings.c, base+128)
			dst = appendWord(dst, landings.d, base+192)
			return true
		})
	}
	return dst
}

// appendWord appends base plus each bit number of word.
func appendWord(dst []Move, word uint64, base Move) []Move {
	for ; word != 0; word &= word - 1 {
		dst = append(dst, base+Move(bits.TrailingZeros64(word)))
	}
	return dst
}

// countMoves returns how many moves AppendMoves would append.
func (s *State) countMoves() int {
	if s.atLimit() {
		return 0
	}
	n := 0
	for _, landings := range s.waves {
		n += landings.count()
	}
	return n
}

// canMove reports whether there is a legal move. It ignores the ply limit.
func (s *State) canMove() bool {
	for range s.waves {
		return true
	}
	return false
}

// atLimit reports whether the game has reached its ply limit.
func (s *State) atLimit() bool {
	return s.board.rules.MaxPlies > 0 && int(s.ply) >= s.board.rules.MaxPlies
}

// movable returns the stones that may move: all stones, or only the stones that have not crossed if
// crossed stones are fixed.
func (s *State) movable() Bits {
	if s.board.rules.Crossed == CrossedFixed {
		return s.stones[s.turn].AndNot(s.board.far[s.turn])
	}
	return s.stones[s.turn]
}

// prey returns the enemy stones that a move may capture: all stones, or only the stones that have
// not crossed if crossed stones are fixed.
func (s *State) prey() Bits {
	them := s.turn.Other()
	if s.board.rules.Crossed == CrossedFixed {
		return s.stones[them].AndNot(s.board.far[them])
	}
	return s.stones[them]
}

// mustLevel reports whether the rules ask the side to move to draw level on the far rows.
func (s *State) mustLevel() bool {
	return s.board.rules.Behind == BehindLevel && s.Lead() < 0
}

// Legal reports whether m is a legal move. It checks this one move against each rule in turn and
// does not use the move generator, so tests compare the two.
func (s *State) Legal(m Move) bool {
	if movable := s.movable(); s.atLimit() || s.Lead() > 0 || !movable.Has(m.Rear()) {
		return false
	}
	d, n, distance := m.Direction(), s.PhalanxLength(m), m.Distance()
	ahead := n - 1 + distance // squares from the rear to the landing
	if distance > n || ahead > s.board.Edge(m.Rear(), d) {
		return false
	}
	for i := n; i < ahead; i++ {
		if s.occupied(m.Rear().along(d, i)) {
			return false
		}
	}
	landing := m.Rear().along(d, ahead)
	if s.occupied(landing) {
		if prey := s.prey(); !prey.Has(landing) || s.run(s.turn.Other(), landing, d) >= n {
			return false
		}
	}
	if s.guarded(m, landing) && s.makesSymmetric(m) {
		return false
	}
	return !s.mustLevel() || s.LeadAfter(m) >= 0
}

// occupied reports whether a stone of either colour stands on a square.
func (s *State) occupied(at Square) bool { return s.stones[White].Has(at) || s.stones[Black].Has(at) }
