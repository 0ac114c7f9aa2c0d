package desk

import "epaminondas/game"

// Move is what the page is told of a move: its texts, and the squares that its phalanx leaves, reaches and captures.
type Move = moveInfo

// Stones is what the page is told of a colour.
type Stones = side

// DescribeMove describes a legal move.
func DescribeMove(s *game.State, m game.Move) Move { return describeMove(s, m) }

// StonesOf lists the stones of a colour.
func StonesOf(s *game.State, c game.Colour) Stones { return sideOf(s, c) }
