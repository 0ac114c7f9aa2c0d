package game

import "math/bits"

// forward has the directions to the far row of each colour.
var forward = [2][3]Direction{
	White: {North, NorthEast, NorthWest},
	Black: {South, SouthEast, SouthWest},
}

// AppendLeading appends the legal moves after which [State.LeadAfter] is at least lead. lead must
// be greater than [State.Lead]. With lead 1 these are the moves that take the lead on the far rows.
// With lead 0, for a side that is behind, these are the moves that restore the balance.
// AppendLeading looks at the far rows only and costs far less than [State.AppendMoves]. The order
// is fixed: moves that enter the far row, then captures on the far row of the enemy.
func (s *State) AppendLeading(dst []Move, lead int) []Move {
	if s.atLimit() || s.stuck() {
		return dst
	}
	if s.mustLevel() {
		lead = max(lead, 0)
	}
	gain := lead - s.Lead()
	if gain == 1 { // no move brings more than one stone onto the far row
		dst = s.appendEntering(dst)
	}
	if s.board.rules.Crossed != CrossedFixed { // a fixed stone on its far row is safe
		dst = s.appendEvicting(dst, gain)
	}
	return dst
}

// CanEnter reports whether a move brings a stone of the side to move onto its far row. It ignores
// the ply limit and the symmetry rule.
func (s *State) CanEnter() bool {
	for range s.entering {
		return true
	}
	return false
}

// appendEntering appends the legal moves that bring a stone onto the far row.
func (s *State) appendEntering(dst []Move) []Move {
	row := Move(s.board.farIndex[s.turn] * maxSide)
	first, guarded := true, false
	for w, landings := range s.entering {
		if first {
			first, guarded = false, s.mayBecomeSymmetric()
		}
		for base := w.base() + row; landings != 0; landings &= landings - 1 {
			m := base + Move(bits.TrailingZeros64(landings))
			if !guarded || !s.makesSymmetric(m) {
				dst = append(dst, m)
			}
		}
	}
	return dst
}

// entering yields the moves that bring a stone onto the far row, as waves with the columns on which
// they land. It does not apply the symmetry rule. Rows are shifted sideways so that every line in
// the direction of the move becomes a column.
func (s *State) entering(yield func(w wave, landings uint64) bool) {
	own, enemy, far := &s.stones[s.turn], &s.stones[s.turn.Other()], s.board.farIndex[s.turn]
	mask := s.board.mask.row(far)
	prey := enemy.row(far)
	empty := mask &^ prey &^ own.row(far)
	for _, d := range forward[s.turn] {
		columns, rows := d.Delta()
		open := empty | prey // lines in which no stone stands between the head and the far row
		for distance := 1; 2*distance <= s.board.rules.Height && open != 0; distance++ {
			row := far - distance*rows
			heads := shifted(own.row(row), columns*distance) & open
			open &^= heads | shifted(enemy.row(row), columns*distance)
			for length := 1; heads != 0; length++ { // heads lead at least length stones
				landings := heads & empty
				if length > 1 {
					landings = heads // an enemy on the edge is a line of one, so two stones can take it
				}
				if length >= distance && landings != 0 && !yield(wave{d, length, distance}, landings) {
					return
				}
				row -= rows
				if row < 0 || row >= s.board.rules.Height {
					break
				}
				heads &= shifted(own.row(row), columns*(distance+length))
			}
		}
	}
}

// shifted moves the columns of a row by n, to the east if n is positive.
func shifted(row uint64, n int) uint64 {
	if n < 0 {
		return row >> uint(-n)
	}
	return row << uint(n)
}

// mayBecomeSymmetric reports whether a move onto the far row could make the position symmetric, as
// the rules of the game define symmetry. This cheap test makes [State.makesSymmetric] unnecessary
// for most positions.
func (s *State) mayBecomeSymmetric() bool {
	enemy := s.stones[s.turn.Other()]
	switch s.board.rules.Symmetry {
	case LeftRight: // the move takes one enemy stone at most
		mirror := s.board.MirrorBits(enemy)
		uneven := enemy.AndNot(mirror)
		return uneven.Count() <= 1
	case Rotation:
		taken := s.stones[s.turn].Count() - enemy.Count()
		return taken == 0 || taken == -1
	}
	return false
}

// appendEvicting appends the captures that take enemy stones on the enemy's far row and raise the
// lead by at least gain.
func (s *State) appendEvicting(dst []Move, gain int) []Move {
	them := s.turn.Other()
	for crossed := s.stones[them].And(s.board.far[them]); !crossed.Empty(); {
		at := crossed.Pop()
		for _, d := range forward[them] { // the directions in which the enemy moves forward
			dst = s.appendEvictions(dst, at, d, gain)
		}
		for _, d := range [2]Direction{East, West} {
			dst = s.appendEvictions(dst, at, d, gain)
		}
	}
	return dst
}

// appendEvictions appends the captures in direction d that take the stone on the square at, on the
// far row of the enemy. If d leads to the edge, that stone is the last of the captured line. If d
// runs along the row, it is the first. A capture of a single stone lands on it.
func (s *State) appendEvictions(dst []Move, at Square, d Direction, gain int) []Move {
	them := s.turn.Other()
	back := d.Opposite()
	evicted, strength := 1, 1
	line := s.board.rules.Capture == CaptureLine
	switch {
	case d.alongRow():
		strength = s.run(them, at, d)
		if line {
			evicted = strength
		}
	case line:
		strength = s.run(them, at, back)
		at = at.along(back, strength-1)
	}
	room := s.board.Edge(at, back)
	distance := 1
	for distance <= room && !s.occupied(at.along(back, distance)) {
		distance++
	}
	if distance > room || evicted < gain {
		return dst
	}
	head := at.along(back, distance)
	most := s.run(s.turn, head, back)
	for length := max(distance, strength+1); length <= most; length++ {
		rear := head.along(back, length-1)
		if !d.alongRow() && s.board.far[s.turn].Has(rear) && evicted-1 < gain {
			continue
		}
		dst = append(dst, NewMove(rear, d, distance))
	}
	return dst
}
