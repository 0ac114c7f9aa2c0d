// Package game holds the rules of Epaminondas (Robert Abbott, 1975) and of its 8x8 parent
// Crossings, exactly, on boards of 3 to 16 squares a side.
//
// [Rules] are data, [Board] is the geometry that follows from them, [State] is a position. A State
// is a small value: a caller that wants to go back keeps a copy of it. Nothing allocates while moves are
// generated and played, given a slice to append to.
package game

// State is a position in a game: the stones, the side to move, and what the verdict at the ply limit
// needs to know. It is made by [Board.Start] or [Board.ParseState], and copied by assignment.
type State struct {
	board       *Board
	stones      [2]Bits
	hash        uint64
	ply         int32
	turn        Colour
	hasCaptured bool   // somebody has captured since the game or text began
	lastCapture Colour // who did so last
}

// Board returns the geometry of the game.
func (s *State) Board() *Board { return s.board }

// Turn returns the side to move.
func (s *State) Turn() Colour { return s.turn }

// Ply returns the number of moves played since the start.
func (s *State) Ply() int { return int(s.ply) }

// Hash returns the Zobrist hash of the stones and the side to move. The ply is not part of it, so that
// it tells repetitions.
func (s *State) Hash() uint64 { return s.hash }

// Stones returns the stones of c.
func (s *State) Stones(c Colour) Bits { return s.stones[c] }

// LastCapture returns the side that captured last; ok is false if nobody did.
func (s *State) LastCapture() (c Colour, ok bool) { return s.lastCapture, s.hasCaptured }

// FarCount returns the number of stones that c has on its far row.
func (s *State) FarCount(c Colour) int {
	far := s.stones[c].And(s.board.far[c])
	return far.Count()
}

// Lead returns the stones of the side to move on its far row minus those of the opponent on its own. At
// the start of a turn a positive lead is a win.
func (s *State) Lead() int { return s.FarCount(s.turn) - s.FarCount(s.turn.Other()) }

// LeadAfter returns the lead of the side to move, as in [State.Lead], once it has played m.
func (s *State) LeadAfter(m Move) int {
	lead := s.Lead()
	if _, rows := m.Direction().Delta(); rows != 0 { // along a row nothing enters or leaves
		if s.board.far[s.turn].Has(m.Rear()) {
			lead--
		}
		if s.board.far[s.turn].Has(s.Landing(m)) {
			lead++
		}
	}
	enemy := s.turn.Other()
	if landing := s.Landing(m); s.stones[enemy].Has(landing) {
		taken := s.Captured(m).And(s.board.far[enemy])
		lead += taken.Count()
	}
	return lead
}

// PhalanxLength returns the number of stones that m moves: the rear stone and all of its colour that
// follow it without a gap.
func (s *State) PhalanxLength(m Move) int {
	return s.run(s.turn, m.Rear(), m.Direction())
}

// run counts the stones of c from a square on in direction d, without a gap.
func (s *State) run(c Colour, from Square, d Direction) int {
	n, step, last := 0, d.step(), s.board.Edge(from, d)
	for at := int(from); n <= last && s.stones[c].Has(Square(at)); at += step {
		n++
	}
	return n
}

// Landing returns the square on which the leading stone of m arrives.
func (s *State) Landing(m Move) Square {
	return m.Rear().along(m.Direction(), s.PhalanxLength(m)-1+m.Distance())
}

// Captured returns the stones that m removes.
func (s *State) Captured(m Move) Bits {
	var taken Bits
	enemy, d, at := s.turn.Other(), m.Direction(), s.Landing(m)
	for range s.captureLength(enemy, at, d) {
		taken.Set(at)
		at = at.along(d, 1)
	}
	return taken
}

// captureLength returns how many stones of enemy a phalanx that lands on a square removes.
func (s *State) captureLength(enemy Colour, landing Square, d Direction) int {
	n := s.run(enemy, landing, d)
	if s.board.rules.Capture == CaptureSingle {
		n = min(n, 1)
	}
	return n
}

// Play plays m, which must be legal, and passes the turn.
func (s *State) Play(m Move) {
	us, them := s.turn, s.turn.Other()
	d, distance := m.Direction(), m.Distance()
	n := s.run(us, m.Rear(), d)
	landing := m.Rear().along(d, n-1+distance)
	if taken := s.captureLength(them, landing, d); taken > 0 {
		for at := landing; taken > 0; taken-- {
			s.toggle(them, at)
			at = at.along(d, 1)
		}
		s.hasCaptured, s.lastCapture = true, us
	}
	for i := range distance { // moving n stones by k is moving the k hindmost to the front
		s.toggle(us, m.Rear().along(d, i))
		s.toggle(us, landing.along(d, -i))
	}
	s.turn = them
	s.hash ^= s.board.turn
	s.ply++
}

// toggle puts a stone of c on a square or takes it away.
func (s *State) toggle(c Colour, at Square) {
	s.stones[c][at>>6] ^= 1 << (at & 63)
	s.hash ^= s.board.keys[c][at]
}

// fullHash computes the hash from nothing: the plain twin of the incremental one.
func (s *State) fullHash() uint64 {
	var hash uint64
	for c := range s.stones {
		for stones := s.stones[c]; !stones.Empty(); {
			hash ^= s.board.keys[c][stones.Pop()]
		}
	}
	if s.turn == Black {
		hash ^= s.board.turn
	}
	return hash
}

// Mirror returns the position in a mirror: column a exchanged with the last.
func (s *State) Mirror() State {
	m := *s
	for c := range m.stones {
		m.stones[c] = s.board.MirrorBits(s.stones[c])
	}
	m.hash = m.fullHash()
	return m
}

// Turned returns the position as the opponent would see it in this side's place: row 1 exchanged with the
// last, colours and turn exchanged. Apart from the verdict at the ply limit both are worth the same.
func (s *State) Turned() State {
	t := *s
	t.stones[White] = s.board.FlipBits(s.stones[Black])
	t.stones[Black] = s.board.FlipBits(s.stones[White])
	t.turn = s.turn.Other()
	t.lastCapture = s.lastCapture.Other()
	t.hash = t.fullHash()
	return t
}
