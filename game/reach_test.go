package game_test

import (
	"math/rand/v2"
	"testing"

	"epaminondas/game"
)

// reachOf returns the reach of c in a position.
func reachOf(s *game.State, c game.Colour) game.Reach {
	return s.Board().Reach([2]game.Bits{s.Stones(game.White), s.Stones(game.Black)}, c)
}

// addLanding adds a move of a phalanx of n stones to a reach.
func addLanding(r *game.Reach, n int, landing game.Square, enters bool) {
	n = min(n, game.MaxDistance)
	for i := range r.Landings {
		if r.Landings[i].Has(landing) {
			n = max(n, i+1)
			r.Landings[i].Clear(landing)
		}
	}
	r.Landings[n-1].Set(landing)
	if enters {
		r.Entries.Set(landing)
	}
}

// twinReach is the plain twin of [game.Board.Reach]. It tries every move of every stone.
func twinReach(s *game.State, c game.Colour) game.Reach {
	var r game.Reach
	m := twinOf(s)
	m.turn = letters[c]
	for _, v := range m.candidates() {
		_, taken, _ := m.try(v)
		for _, p := range taken {
			r.Taken.Set(p.square())
		}
		n := len(m.line(m.turn, v.rear, v.columns, v.height))
		ahead := n - 1 + v.distance
		head := place{v.rear.column + ahead*v.columns, v.rear.row + ahead*v.height}
		addLanding(&r, n, head.square(), v.height != 0 && head.row == m.farRow(m.turn))
	}
	return r
}

// legalReach derives a reach from the legal moves of the side to move.
func legalReach(s *game.State) game.Reach {
	var r game.Reach
	far := s.Board().FarRow(s.Turn())
	for _, m := range s.AppendMoves(nil) {
		r.Taken = r.Taken.Or(s.Captured(m))
		landing := s.Landing(m)
		addLanding(&r, s.PhalanxLength(m), landing, far.Has(landing) && landing.Row() != m.Rear().Row())
	}
	return r
}

// reachBoards has the boards of the tests. They have both games, the smallest and largest sizes,
// and odd and even sides.
var reachBoards = []string{
	"epaminondas:4x6x1", "epaminondas:8x8", "crossings", "epaminondas", "epaminondas:3x3x1",
	"epaminondas:5x7,symmetry=rotation", "epaminondas:16x3x1", "epaminondas:16x8", "epaminondas:3x16x3",
	"crossings:9x6", "epaminondas:9x6,crossed=fixed", "epaminondas:8x8,capture=single", "epaminondas:16x16x3",
}

// reachPositions returns positions of all kinds on a board.
func reachPositions(b *game.Board, rng *rand.Rand) []game.State {
	list := randomGame(b, 60, rng)
	for range 30 {
		list = append(list, scatter(b, rng), ranks(b, rng), almostSymmetric(b, rng))
	}
	return list
}

func TestReachAgreesWithTwin(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(21, 1))
	longest, most := 0, 0
	for _, name := range reachBoards {
		for _, s := range reachPositions(board(t, name), rng) {
			for _, c := range []game.Colour{game.White, game.Black} {
				got, want := reachOf(&s, c), twinReach(&s, c)
				if got != want {
					t.Fatalf("%s: %v: the reach of %v is %v, want %v", name, &s, c, got, want)
				}
				if !got.Landings[game.MaxDistance-1].Empty() {
					longest++
				}
				most = max(most, got.Taken.Count())
			}
		}
	}
	if longest == 0 || most < 10 {
		t.Errorf("%d positions with phalanxes of 8, captures of at most %d stones: too tame", longest, most)
	}
}

// TestReachIsThatOfTheLegalMoves compares the reach with the legal moves, in positions where only
// the rules of the stones forbid moves. It tests the side to move and, with the turn passed, the
// other side.
func TestReachIsThatOfTheLegalMoves(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(22, 1))
	compared := 0
	for _, name := range []string{"epaminondas:4x6x1,symmetry=none", "epaminondas:8x8,symmetry=none",
		"epaminondas:15x11,symmetry=none", "crossings"} {
		for _, s := range reachPositions(board(t, name), rng) {
			if s.Lead() != 0 {
				continue // the game is over for one side, or the other side must cross
			}
			for range 2 {
				compared++
				if got, want := reachOf(&s, s.Turn()), legalReach(&s); got != want {
					t.Fatalf("%s: %v: the reach of %v is %v, its legal moves have %v", name, &s, s.Turn(),
						got, want)
				}
				s.Pass()
			}
		}
	}
	if compared < 200 {
		t.Errorf("%d positions are compared", compared)
	}
}

// TestReachMirroredAndTurned checks that the reach of a mirrored or turned position is the mirrored
// or turned reach.
func TestReachMirroredAndTurned(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(23, 1))
	for _, name := range reachBoards {
		b := board(t, name)
		for _, s := range reachPositions(b, rng) {
			mirrored, turned := s.Mirror(), s.Turned()
			for _, c := range []game.Colour{game.White, game.Black} {
				want := reachOf(&s, c)
				if got := mapReach(reachOf(&mirrored, c), b.MirrorBits); got != want {
					t.Fatalf("%s: %v: mirrored, the reach of %v is %v, want %v", name, &s, c, got, want)
				}
				if got := mapReach(reachOf(&turned, c.Other()), b.FlipBits); got != want {
					t.Fatalf("%s: %v: turned, the reach of %v is %v, want %v", name, &s, c, got, want)
				}
			}
		}
	}
}

func mapReach(r game.Reach, f func(game.Bits) game.Bits) game.Reach {
	for i := range r.Landings {
		r.Landings[i] = f(r.Landings[i])
	}
	r.Entries, r.Taken = f(r.Entries), f(r.Taken)
	return r
}

func TestReachDoesNotAllocate(t *testing.T) {
	s := board(t, "epaminondas").Start()
	if n := testing.AllocsPerRun(10, func() { reachOf(&s, game.Black) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
