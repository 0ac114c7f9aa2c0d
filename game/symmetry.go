package game

// guarded reports whether the symmetry rule applies to m, whose leading stone lands on landing. The
// rule applies if m brings a stone onto the far row.
func (s *State) guarded(m Move, landing Square) bool {
	return s.board.rules.Symmetry != NoSymmetry && !m.Direction().alongRow() &&
		s.board.far[s.turn].Has(landing)
}

// makesSymmetric reports whether the position after m is symmetric, as the rules of the game define
// symmetry.
func (s *State) makesSymmetric(m Move) bool {
	after := *s
	after.Play(m)
	return after.symmetric()
}

// symmetric reports whether the position is symmetric, as the rules of the game define symmetry.
func (s *State) symmetric() bool {
	white, black := s.stones[White], s.stones[Black]
	switch s.board.rules.Symmetry {
	case LeftRight:
		return white == s.board.MirrorBits(white) && black == s.board.MirrorBits(black)
	case Rotation:
		return white == s.board.FlipBits(s.board.MirrorBits(black))
	}
	return false
}
