package api

import "epaminondas/game"

// Move describes a move to the page: its texts, and the squares that its phalanx leaves, reaches
// and captures.
type Move = moveInfo

// Stones describes the stones of a colour to the page.
type Stones = side

// DescribeMove describes a legal move.
func DescribeMove(s *game.State, m game.Move) Move { return describeMove(s, m) }

// StonesOf lists the stones of a colour.
func StonesOf(s *game.State, c game.Colour) Stones { return sideOf(s, c) }
