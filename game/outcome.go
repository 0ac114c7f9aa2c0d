package game

// Outcome is the state of a game: unfinished, won or drawn.
type Outcome uint8

// The outcomes of a game.
const (
	Ongoing Outcome = iota
	WhiteWins
	BlackWins
	Draw
)

// Win returns the outcome in which c wins.
func Win(c Colour) Outcome { return WhiteWins + Outcome(c) }

// For returns +1 if c has won, -1 if it has lost, and otherwise 0.
func (o Outcome) For(c Colour) int {
	switch o {
	case Win(c):
		return 1
	case Win(c.Other()):
		return -1
	}
	return 0
}

// String returns "*", "1-0", "0-1" or "1/2-1/2".
func (o Outcome) String() string { return [...]string{"*", "1-0", "0-1", "1/2-1/2"}[o] }

// Outcome returns the result at the start of this turn, and the reason. It tests the lead on the
// far rows first, then the lack of moves, then the ply limit.
func (s *State) Outcome() (Outcome, Ending) {
	if s.Lead() > 0 {
		return Win(s.turn), FarRow
	}
	if !s.canMove() {
		return Win(s.turn.Other()), NoMoves
	}
	if s.atLimit() {
		return s.verdict(), PlyLimit
	}
	return Ongoing, Unfinished
}

// verdict judges a game at its ply limit.
func (s *State) verdict() Outcome {
	if s.board.rules.Limit == LimitDraw {
		return Draw
	}
	return s.Advancement()
}

// Advancement returns the side that wins at the ply limit by advancement. It is the side of
// [State.Foremost]. If there is none, it is the last side to capture, and if neither side captured,
// Black. It is never a draw.
func (s *State) Advancement() Outcome {
	if c, ok := s.Foremost(); ok {
		return Win(c)
	}
	if s.hasCaptured {
		return Win(s.lastCapture)
	}
	return BlackWins
}

// Foremost compares the two sides row by row, each from its far row back. It returns the side with
// more stones on the first row on which the numbers differ. It reports false if they differ on no
// row.
func (s *State) Foremost() (Colour, bool) {
	last := s.board.rules.Height - 1
	for i := range s.board.rules.Height {
		white, black := s.stones[White].countRow(last-i), s.stones[Black].countRow(i)
		if white != black {
			if white > black {
				return White, true
			}
			return Black, true
		}
	}
	return White, false
}
