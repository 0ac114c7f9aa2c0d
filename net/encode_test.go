package net

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"epaminondas/game"
	"epaminondas/game/gametest"
	"epaminondas/net/kernel"
)

// ruleNames are the boards of the tests: both games, the extremes of size, odd and even sides.
var ruleNames = []string{
	"epaminondas:4x6x1", "epaminondas:3x3x1", "epaminondas:5x7", "epaminondas:8x8", "crossings",
	"epaminondas:16x3x1", "epaminondas:3x16x3", "epaminondas", "crossings:9x6", "epaminondas:16x16x3",
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// eachPosition calls f for every position of random games that is not over.
func eachPosition(t testing.TB, name string, games, plies int, f func(s *game.State, moves []game.Move)) {
	t.Helper()
	b, rng := gametest.Board(t, name), newRand(11)
	for range games {
		s := b.Start()
		for range plies {
			moves := s.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			f(&s, moves)
			s.Play(moves[rng.IntN(len(moves))])
		}
	}
}

func encode(s *game.State) []float32 {
	w, h := s.Board().Width(), s.Board().Height()
	padded := make([]float32, kernel.PaddedLen(h, w, Planes))
	for i := range padded {
		padded[i] = 7 // must be overwritten
	}
	NewEncoder(s.Board()).Encode(s, padded)
	planes := make([]float32, h*w*Planes)
	kernel.Unpad(planes, padded, h, w, Planes)
	return planes
}

// plainEncode is the definition of the planes, square by square on the board turned for Black.
func plainEncode(s *game.State) []float32 {
	if s.Turn() == game.Black {
		turned := s.Turned()
		s = &turned
	}
	w, h := s.Board().Width(), s.Board().Height()
	own, enemy := s.Stones(game.White), s.Stones(game.Black)
	at := func(column, row int) byte {
		switch {
		case column < 0 || row < 0 || column >= w || row >= h:
			return '#'
		case own.Has(game.SquareAt(column, row)):
			return 'o'
		case enemy.Has(game.SquareAt(column, row)):
			return 'e'
		}
		return '.'
	}
	// count returns how many squares from one on, in steps, hold what.
	count := func(column, row, columns, rows int, what byte) (n int) {
		for at(column+n*columns, row+n*rows) == what {
			n++
		}
		return min(n, 8)
	}
	var planes []float32
	flag := func(is bool) {
		if is {
			planes = append(planes, 1)
		} else {
			planes = append(planes, 0)
		}
	}
	for row := range h {
		for column := range w {
			flag(at(column, row) == 'o')
			flag(at(column, row) == 'e')
			for _, d := range [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}} {
				for _, side := range []byte("oe") {
					run, room := 0, 0
					if at(column, row) == side {
						run = count(column, row, -d[0], -d[1], side)
						room = count(column+d[0], row+d[1], d[0], d[1], '.')
					}
					planes = append(planes, float32(run)/8, float32(room)/8)
				}
			}
			flag(true)
			flag(row == h-1)
			flag(row == 0)
		}
	}
	return planes
}

func TestEncodeAgreesWithPlainTwin(t *testing.T) {
	for _, name := range ruleNames {
		eachPosition(t, name, 3, 60, func(s *game.State, _ []game.Move) {
			if got, want := encode(s), plainEncode(s); !slices.Equal(got, want) {
				t.Fatalf("%s: %s: planes differ at %s", name, s, firstDifference(s.Board(), got, want))
			}
		})
	}
}

func TestEncodeIsTheSameForBothColours(t *testing.T) {
	for _, name := range ruleNames {
		eachPosition(t, name, 3, 60, func(s *game.State, _ []game.Move) {
			turned := s.Turned()
			if got, want := encode(&turned), encode(s); !slices.Equal(got, want) {
				t.Fatalf("%s: %s: planes of the turned position differ at %s", name, s, firstDifference(s.Board(), got, want))
			}
		})
	}
}

func TestEncodeMirrored(t *testing.T) {
	for _, name := range ruleNames {
		eachPosition(t, name, 3, 60, func(s *game.State, _ []game.Move) {
			mirrored := s.Mirror()
			want := mirrorPlanes(s.Board(), encode(s))
			if got := encode(&mirrored); !slices.Equal(got, want) {
				t.Fatalf("%s: %s: planes of the mirrored position differ at %s", name, s, firstDifference(s.Board(), got, want))
			}
		})
	}
}

// mirrorPlanes exchanges the columns and the directions of east and west.
func mirrorPlanes(b *game.Board, planes []float32) []float32 {
	mirrored := slices.Clone(planes)
	for q := range b.Area() {
		from := planes[q*Planes:][:Planes]
		to := mirrored[(q/b.Width()*b.Width()+b.Width()-1-q%b.Width())*Planes:][:Planes]
		copy(to, from)
		for d := range game.Direction(game.Directions) {
			copy(to[2+4*d.FlipColumns():][:4], from[2+4*d:])
		}
	}
	return mirrored
}

func TestEncodeStaysInUnitInterval(t *testing.T) {
	for _, name := range ruleNames {
		eachPosition(t, name, 2, 40, func(s *game.State, _ []game.Move) {
			for i, v := range encode(s) {
				if !(v >= 0 && v <= 1) {
					t.Fatalf("%s: %s: plane %d is %v", name, s, i%Planes, v)
				}
			}
		})
	}
}

func TestEncodeDoesNotAllocate(t *testing.T) {
	s := gametest.Board(t, "epaminondas").Start()
	e := NewEncoder(s.Board())
	planes := make([]float32, kernel.PaddedLen(12, 14, Planes))
	if n := testing.AllocsPerRun(10, func() { e.Encode(&s, planes) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func firstDifference(b *game.Board, got, want []float32) string {
	for i := range want {
		if got[i] != want[i] {
			q := i / Planes
			return fmt.Sprintf("column %d row %d plane %d: %v, want %v", q%b.Width(), q/b.Width(), i%Planes, got[i], want[i])
		}
	}
	return "nothing"
}
