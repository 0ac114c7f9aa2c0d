package net

import (
	"testing"

	"epaminondas/game"
)

// TestMoveIndexNamesMoves checks that the rear index of each move tells its rear, direction and
// distance, and the landing index where the rear stone goes, as the mover sees the board.
func TestMoveIndexNamesMoves(t *testing.T) {
	for _, name := range ruleNames {
		eachPosition(t, name, 2, 40, func(s *game.State, moves []game.Move) {
			b := s.Board()
			for _, m := range moves {
				rear, landing := MoveIndex(b, s.Turn(), m)
				seen := m
				if s.Turn() == game.Black {
					seen = b.FlipMove(m)
				}
				at, plane := rear/MovePlanes, rear%MovePlanes
				got := game.NewMove(game.SquareAt(at%b.Width(), at/b.Width()), game.Direction(plane/8), plane%8+1)
				if got != seen || plane >= 64 {
					t.Fatalf("%s: %s: rear index %d of %v is that of %v", name, s, rear, seen, got)
				}
				columns, rows := seen.Direction().Delta()
				column := seen.Rear().Col() + columns*seen.Distance()
				row := seen.Rear().Row() + rows*seen.Distance()
				if want := (row*b.Width()+column)*72 + 64 + int(seen.Direction()); landing != want {
					t.Fatalf("%s: %s: landing index of %v is %d, want %d", name, s, seen, landing, want)
				}
			}
		})
	}
}

// TestMoveIndexIsTheSameForBothColours checks that a move and its twin on the turned board share
// their logits.
func TestMoveIndexIsTheSameForBothColours(t *testing.T) {
	eachPosition(t, "epaminondas:5x7", 2, 40, func(s *game.State, moves []game.Move) {
		b := s.Board()
		for _, m := range moves {
			rear, landing := MoveIndex(b, s.Turn(), m)
			rear2, landing2 := MoveIndex(b, s.Turn().Other(), b.FlipMove(m))
			if rear != rear2 || landing != landing2 {
				t.Fatalf("%s: move %v has indices %d and %d, its twin %d and %d", s, m, rear, landing, rear2, landing2)
			}
		}
	})
}
