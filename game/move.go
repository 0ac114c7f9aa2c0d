package game

// Move is a phalanx move: the rear square (8 bits), the direction (3 bits) and the distance minus
// one (3 bits). The position determines the stones that move: the rear stone, and all stones of its
// colour that stand before it without a gap.
type Move uint16

// NoMove stands for the absence of a move.
const NoMove Move = 0xFFFF

// MaxDistance is the farthest a phalanx can move: half of the longest line of a 16x16 board.
const MaxDistance = maxSide / 2

// NewMove returns the move of the phalanx whose hindmost stone is on rear, distance squares in
// direction d.
func NewMove(rear Square, d Direction, distance int) Move {
	return Move(rear) | Move(d)<<8 | Move(distance-1)<<11
}

// Rear returns the square of the hindmost stone before the move.
func (m Move) Rear() Square { return Square(m) }

// Direction returns the direction of the move.
func (m Move) Direction() Direction { return Direction(m >> 8 & 7) }

// Distance returns the number of squares every stone of the phalanx moves, 1 to MaxDistance.
func (m Move) Distance() int { return int(m>>11&7) + 1 }

// RearLanding returns the square on which the hindmost stone arrives.
func (m Move) RearLanding() Square { return m.Rear().along(m.Direction(), m.Distance()) }

// moved returns the move with its rear and direction replaced.
func (m Move) moved(rear Square, d Direction) Move { return NewMove(rear, d, m.Distance()) }
