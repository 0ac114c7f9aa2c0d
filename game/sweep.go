package game

// The generator moves all phalanxes of a position at once. A shift of all leading stones by one
// direction gives the squares that a phalanx of any length reaches at distance 1. Stones that reach
// an empty square are shifted again for distance 2. The leaders of at least n stones follow from
// the leaders of at least n-1 stones in the same way.

// A wave is a group of moves with the same direction, length and distance.
type wave struct {
	direction Direction
	length    int // stones of each phalanx
	distance  int
}

// base returns the difference between the move of a phalanx of the wave and its landing square. It
// is the same for all of them, because the low byte of a move is the rear square.
func (w wave) base() Move {
	behind := w.length - 1 + w.distance
	return NewMove(0, w.direction, w.distance) - Move(behind*w.direction.step())
}

// A sweep holds the sets of squares that decide the moves of a position.
type sweep struct {
	state   *State
	own     words
	enemy   words
	empty   words
	movable words // own stones that may move
	open    words // empty squares that a move may end on
	prey    words // enemy stones that a move may end on, if it is strong enough
	guarded words // squares that a move must not enter if the entry makes the position symmetric
	level   bool  // a move must draw level, and open and prey alone do not ensure this
}

// newSweep returns the sweep of a position in which the side to move is not [State.stuck].
func newSweep(s *State) sweep {
	sw := freeSweep(s)
	if s.mustLevel() {
		sw.level = s.board.rules.Crossed != CrossedFixed
		if !sw.level { // the side is one stone behind, and draws level by a move onto the far row
			goal := s.board.far[s.turn].words()
			sw.open, sw.prey = sw.open.and(goal), sw.prey.and(goal)
		}
	}
	if s.board.rules.Symmetry != NoSymmetry {
		sw.guarded = s.board.far[s.turn].words()
	}
	return sw
}

// freeSweep returns the sweep of all moves that the stones can make, whether or not the symmetry rule
// or the duty to draw level forbids them.
func freeSweep(s *State) sweep {
	own, enemy := s.stones[s.turn].words(), s.stones[s.turn.Other()].words()
	movable, prey := s.movable(), s.prey()
	empty := s.board.mask.words().andNot(own).andNot(enemy)
	return sweep{state: s, own: own, enemy: enemy, empty: empty, movable: movable.words(), open: empty,
		prey: prey.words()}
}

// stuck reports whether the side to move has no legal move because of the numbers of stones on the
// far rows.
func (s *State) stuck() bool {
	lead := s.Lead()
	// A move brings at most one stone onto the far row. It takes no crossed stone if these are
	// fixed.
	return lead > 0 || lead < -1 && s.board.rules.Crossed == CrossedFixed && s.mustLevel()
}

// waves yields all legal moves as waves with the landing squares of their leading stones. It
// ignores the ply limit.
func (s *State) waves(yield func(w wave, landings words) bool) {
	if s.stuck() {
		return
	}
	sw := newSweep(s)
	for d := range Direction(Directions) {
		if !sw.along(d, yield) {
			return
		}
	}
}

// along yields the moves in direction d. It stops and returns false when yield returns false.
func (sw *sweep) along(d Direction, yield func(w wave, landings words) bool) bool {
	step := d.step()
	inner := sw.state.board.inner[d].words() // squares with a next square in direction d
	// Squares with a next square in the opposite direction.
	outer := sw.state.board.inner[d.Opposite()].words()
	leaders := sw.movable.and(inner).andNot(sw.own.and(outer).shift(-step))
	lines := sw.movable // stones with at least length-1 movable stones in line behind them
	strong := sw.enemy  // enemy stones with at least length-1 others in a row behind them
	for length := 1; ; length++ {
		front := lines.and(leaders)
		if front.empty() {
			return true
		}
		ends := sw.open.or(sw.prey.andNot(strong))
		for distance := 1; distance <= length && !front.empty(); distance++ {
			front = front.and(inner).shift(step)
			w, landings := wave{d, length, distance}, front.and(ends)
			if entering := landings.and(sw.guarded); !entering.empty() && !d.alongRow() {
				landings = landings.andNot(sw.symmetric(w, entering))
			}
			if sw.level {
				landings = sw.levelling(w, landings)
			}
			if !landings.empty() && !yield(w, landings) {
				return false
			}
			front = front.and(sw.empty)
		}
		lines = lines.and(inner).shift(step).and(sw.movable)
		strong = strong.and(outer).shift(-step).and(sw.enemy)
	}
}

// levelling returns the landings after which the side to move is not behind on the far rows.
func (sw *sweep) levelling(w wave, landings words) words {
	var found Bits
	for squares := landings.bits(); !squares.Empty(); {
		if at := squares.Pop(); sw.state.LeadAfter(w.base()+Move(at)) >= 0 {
			found.Set(at)
		}
	}
	return found.words()
}

// symmetric returns the landings that make the position symmetric.
func (sw *sweep) symmetric(w wave, landings words) words {
	var found Bits
	for squares := landings.bits(); !squares.Empty(); {
		if at := squares.Pop(); sw.state.makesSymmetric(w.base() + Move(at)) {
			found.Set(at)
		}
	}
	return found.words()
}
