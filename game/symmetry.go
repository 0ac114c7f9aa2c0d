package game

// forbidden reports whether the symmetry rule forbids m, whose phalanx is led by head and moves k
// squares: it would bring a stone onto the far row and make the position symmetric.
func (s *State) forbidden(us Colour, m Move, head Square, k int) bool {
	if s.board.rules.Symmetry == NoSymmetry {
		return false
	}
	d := m.Direction()
	if _, rows := d.Delta(); rows == 0 || !s.board.far[us].Has(head.along(d, k)) {
		return false
	}
	after := *s
	after.Play(m)
	return after.symmetric()
}

// symmetric reports whether the position is symmetric in the sense of its rules.
func (s *State) symmetric() bool {
	switch s.board.rules.Symmetry {
	case LeftRight:
		return s.stones[White] == s.board.MirrorBits(s.stones[White]) && s.stones[Black] == s.board.MirrorBits(s.stones[Black])
	case Rotation:
		return s.stones[White] == s.board.FlipBits(s.board.MirrorBits(s.stones[Black]))
	}
	return false
}
