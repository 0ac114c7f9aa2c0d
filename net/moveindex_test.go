package net

import (
	"testing"

	"epaminondas/game"
)

// TestMoveIndexNamesMoves checks that the rear index of each move encodes its rear, direction and
// distance. The landing index must encode the square of the rear stone after the move, in the
// mover's view.
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
				got := game.NewMove(game.SquareAt(at%b.Width(), at/b.Width()), game.Direction(plane/8),
					plane%8+1)
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
				t.Fatalf("%s: move %v has indices %d and %d, its twin %d and %d", s, m, rear, landing,
					rear2, landing2)
			}
		}
	})
}

// TestViewAgreesWithMoveIndex compares the tables with the definition.
func TestViewAgreesWithMoveIndex(t *testing.T) {
	bias := make([]float32, MovePlanes)
	for i := range bias {
		bias[i] = float32(i * i)
	}
	for _, name := range ruleNames {
		b := game.MustBoard(name)
		views := [2]*view{newView(b, game.White, bias), newView(b, game.Black, bias)}
		eachPosition(t, name, 2, 40, func(s *game.State, moves []game.Move) {
			for _, m := range moves {
				p, sum, rows := views[s.Turn()].pair(m)
				rear, landing := MoveIndex(b, s.Turn(), m)
				if int(p.A.Row)*MovePlanes+int(p.A.Column) != rear ||
					int(p.B.Row)*MovePlanes+int(p.B.Column) != landing {
					t.Fatalf("%s: %s: move %v has the logits %v, want %d and %d", name, s, m, p, rear,
						landing)
				}
				if want := bias[p.A.Column] + bias[p.B.Column]; sum != want {
					t.Fatalf("%s: %s: move %v has the bias %v, want %v", name, s, m, sum, want)
				}
				if want := uint32(1<<(int(p.A.Row)/b.Width()) | 1<<(int(p.B.Row)/b.Width())); rows != want {
					t.Fatalf("%s: %s: move %v has the rows %b, want %b", name, s, m, rows, want)
				}
			}
		})
	}
}
