package game

// State is a position in a game: the stones, the side to move, the ply, and the last capture for
// the verdict at the ply limit. [Board.Start], [Board.Position] and [Board.ParseState] make one.
// Assignment copies it, and == compares it.
type State struct {
	board       *Board
	stones      [2]Bits
	hash        uint64
	ply         int32
	turn        Colour
	hasCaptured bool   // a side has captured since the state was made
	lastCapture Colour // the last side to capture; White if none has
}

// Board returns the geometry of the game.
func (s *State) Board() *Board { return s.board }

// Turn returns the side to move.
func (s *State) Turn() Colour { return s.turn }

// Ply returns the number of moves played since the start.
func (s *State) Ply() int { return int(s.ply) }

// Hash returns the Zobrist hash of the stones and the side to move. It leaves out the ply, so that
// repeated positions have equal hashes.
func (s *State) Hash() uint64 { return s.hash }

// Stones returns the stones of c.
func (s *State) Stones(c Colour) Bits { return s.stones[c] }

// LastCapture returns the last side to capture. ok is false if neither side has captured since
// [Board.Start], or since the text from which the state was read.
func (s *State) LastCapture() (c Colour, ok bool) { return s.lastCapture, s.hasCaptured }

// FarCount returns the number of stones that c has on its far row.
func (s *State) FarCount(c Colour) int { return s.stones[c].countRow(s.board.farIndex[c]) }

// Lead returns the stones of the side to move on its far row minus those of the opponent on its
// own. At the start of a turn a positive lead is a win.
func (s *State) Lead() int { return s.FarCount(s.turn) - s.FarCount(s.turn.Other()) }

// LeadAfter returns the [State.Lead] of the side to move right after m, a legal move. A negative
// lead loses: the opponent starts its turn ahead.
func (s *State) LeadAfter(m Move) int {
	_, _, lead := s.Effect(m)
	return lead
}

// Effect returns the number of stones that m, a legal move, moves and takes, and [State.LeadAfter].
// It looks along the line of the move once.
func (s *State) Effect(m Move) (moved, taken, lead int) {
	d, us, them := m.Direction(), s.turn, s.turn.Other()
	moved, lead = s.run(us, m.Rear(), d), s.Lead()
	landing := m.Rear().along(d, moved-1+m.Distance())
	if far := &s.board.far[us]; !d.alongRow() {
		if far.Has(m.Rear()) {
			lead--
		}
		if far.Has(landing) {
			lead++
		}
	}
	if s.stones[them].Has(landing) {
		taken = s.captureLength(landing, d)
		for i := range taken {
			if s.board.far[them].Has(landing.along(d, i)) {
				lead++
			}
		}
	}
	return moved, taken, lead
}

// PhalanxLength returns the number of stones that m moves: the rear stone, and all stones of its
// colour that stand before it without a gap.
func (s *State) PhalanxLength(m Move) int { return s.run(s.turn, m.Rear(), m.Direction()) }

// run returns the length of the unbroken line of c's stones that begins on from and goes in
// direction d.
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

// Captured returns the stones that m, a legal move, removes: the empty set if it lands on an empty
// square.
func (s *State) Captured(m Move) Bits { return s.captured(s.Landing(m), m.Direction()) }

// captured returns the enemy stones that a phalanx removes when it lands on a square in direction
// d.
func (s *State) captured(landing Square, d Direction) Bits {
	var taken Bits
	for i := range s.captureLength(landing, d) {
		taken.Set(landing.along(d, i))
	}
	return taken
}

// captureLength returns the number of enemy stones that a phalanx removes when it lands on a square
// in direction d.
func (s *State) captureLength(landing Square, d Direction) int {
	them := s.turn.Other()
	n := s.run(them, landing, d)
	switch r := &s.board.rules; {
	case r.Capture == CaptureSingle:
		n = min(n, 1)
	case r.Crossed == CrossedFixed && n > 0 && s.board.far[them].Has(landing.along(d, n-1)):
		n-- // the last stone of this line has crossed and is fixed
	}
	return n
}

// Play plays m, which must be legal, and passes the turn.
func (s *State) Play(m Move) {
	us, them := s.turn, s.turn.Other()
	rear, d, landing := m.Rear(), m.Direction(), s.Landing(m)
	if taken := s.captureLength(landing, d); taken > 0 {
		for i := range taken {
			s.toggle(them, landing.along(d, i))
		}
		s.hasCaptured, s.lastCapture = true, us
	}
	for i := range m.Distance() { // a move by k squares brings the k hindmost stones to the front
		s.toggle(us, rear.along(d, i))
		s.toggle(us, landing.along(d, -i))
	}
	s.turn = them
	s.hash ^= s.board.turn
	s.ply++
}

// Pass passes the turn. No rule allows that, but a search can use it to test whether a position is
// good even without a move.
func (s *State) Pass() {
	s.turn = s.turn.Other()
	s.hash ^= s.board.turn
	s.ply++
}

// toggle adds a stone of c on a square or removes it.
func (s *State) toggle(c Colour, at Square) {
	s.stones[c][at>>6] ^= 1 << (at & 63)
	s.hash ^= s.board.keys[c][at]
}

// fullHash computes the hash from all stones. It is the plain version of the incremental hash, for
// tests.
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

// Mirror returns the mirror image of the position, in which column a and the last column change
// places.
func (s *State) Mirror() State {
	m := *s
	for c := range m.stones {
		m.stones[c] = s.board.MirrorBits(s.stones[c])
	}
	m.hash = m.fullHash()
	return m
}

// MirrorHash returns a hash that a position and its mirror image share: the smaller of their hashes.
func (s *State) MirrorHash() uint64 {
	mirror := s.Mirror()
	return min(s.hash, mirror.hash)
}

// Turned returns the position upside down, with the colours and the turn exchanged. Both positions
// have the same value for the side to move, with one exception: if nothing else decides at the ply
// limit, Black wins.
func (s *State) Turned() State {
	t := *s
	t.stones[White] = s.board.FlipBits(s.stones[Black])
	t.stones[Black] = s.board.FlipBits(s.stones[White])
	t.turn = s.turn.Other()
	if s.hasCaptured {
		t.lastCapture = s.lastCapture.Other()
	}
	t.hash = t.fullHash()
	return t
}
