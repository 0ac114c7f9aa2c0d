package game

// AppendMoves appends all legal moves to dst, in a fixed order, and returns it. There are none exactly
// when the game is over. It allocates only where dst is too short.
func (s *State) AppendMoves(dst []Move) []Move {
	if s.atLimit() || s.Lead() > 0 {
		return dst
	}
	return s.appendLegal(dst)
}

// atLimit reports whether the game has reached its ply limit.
func (s *State) atLimit() bool {
	return s.board.rules.MaxPlies > 0 && int(s.ply) >= s.board.rules.MaxPlies
}

// appendLegal appends the moves of a position that is not decided on the far rows, whatever the ply.
func (s *State) appendLegal(dst []Move) []Move {
	first := len(dst)
	movable := s.movable()
	for d := range Direction(Directions) {
		dst = s.appendDirection(dst, movable, d)
	}
	if s.mustCross() {
		dst = s.keepCrossing(dst, first)
	}
	return dst
}

// movable returns the stones that may move: all, but in Crossings those that have not crossed.
func (s *State) movable() Bits {
	if s.board.rules.Capture == CaptureSingle {
		return s.stones[s.turn].AndNot(s.board.far[s.turn])
	}
	return s.stones[s.turn]
}

// appendDirection appends the moves in direction d of the movable stones.
func (s *State) appendDirection(dst []Move, movable Bits, d Direction) []Move {
	// A stone can lead a phalanx if a square that is not its own side's lies ahead of it.
	heads := movable.And(s.board.inner[d]).AndNot(s.stones[s.turn].Shift(d.Opposite()))
	for !heads.Empty() {
		dst = s.appendLed(dst, &movable, heads.Pop(), d)
	}
	return dst
}

// appendLed appends the moves in direction d of all phalanxes led by head.
func (s *State) appendLed(dst []Move, movable *Bits, head Square, d Direction) []Move {
	us, them, step := s.turn, s.turn.Other(), d.step()
	length := 1
	for behind := int(s.board.edge[d.Opposite()][head]); length <= behind && movable.Has(Square(int(head)-length*step)); {
		length++
	}
	reach := min(length, int(s.board.edge[d][head]))
	room := 0
	for room < reach && !s.occupied(Square(int(head)+(room+1)*step)) {
		room++
	}
	strength := maxSide // of the stones in the way, where a capture is in reach at all
	if landing := Square(int(head) + (room+1)*step); room < reach && s.stones[them].Has(landing) && s.capturable(landing) {
		strength = s.run(them, landing, d)
	}
	enters := room > 0 || strength < length
	if !enters {
		return dst
	}
	for n := 1; n <= length; n++ {
		rear := Square(int(head) - (n-1)*step)
		for k := 1; k <= min(n, room); k++ {
			if m := NewMove(rear, d, k); !s.forbidden(us, m, head, k) {
				dst = append(dst, m)
			}
		}
		if n > room && n > strength {
			if m := NewMove(rear, d, room+1); !s.forbidden(us, m, head, room+1) {
				dst = append(dst, m)
			}
		}
	}
	return dst
}

// occupied reports whether a stone of either colour stands on a square.
func (s *State) occupied(at Square) bool {
	return (s.stones[White][at>>6]|s.stones[Black][at>>6])>>(at&63)&1 != 0
}

// capturable reports whether an enemy stone may be landed on: in Crossings not one that has crossed.
func (s *State) capturable(at Square) bool {
	return s.board.rules.Capture == CaptureLine || !s.board.far[s.turn.Other()].Has(at)
}

// mustCross reports whether Crossings asks the side to move to draw level on the far rows.
func (s *State) mustCross() bool {
	return s.board.rules.Capture == CaptureSingle && s.Lead() < 0
}

// keepCrossing keeps the moves from dst[first] on that leave the mover level or ahead.
func (s *State) keepCrossing(dst []Move, first int) []Move {
	kept := dst[:first]
	for _, m := range dst[first:] {
		if s.LeadAfter(m) >= 0 {
			kept = append(kept, m)
		}
	}
	return kept
}

// Legal reports whether m is a legal move: the plain twin of the generator for a single move.
func (s *State) Legal(m Move) bool {
	var buffer [512]Move
	for _, legal := range s.AppendMoves(buffer[:0]) {
		if legal == m {
			return true
		}
	}
	return false
}
