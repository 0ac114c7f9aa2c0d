package game_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"epaminondas/game"
)

// TestAppendMovesToIsAppendMovesFiltered compares the moves to a goal with the moves of AppendMoves
// that land there.
func TestAppendMovesToIsAppendMovesFiltered(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		b := boardOf(t, randomRules(rng))
		for _, s := range []game.State{scatter(b, rng), ranks(b, rng), almostSymmetric(b, rng)} {
			enemy := s.Stones(s.Turn().Other())
			scattered := scatter(b, rng)
			for _, goal := range []game.Bits{{}, b.Mask(), enemy, b.FarRow(s.Turn()),
				scattered.Stones(game.White)} {
				want := slices.DeleteFunc(s.AppendMoves(nil), func(m game.Move) bool {
					return !goal.Has(s.Landing(m))
				})
				if got := s.AppendMovesTo(nil, goal); !slices.Equal(got, want) {
					t.Fatalf("%s: to %v there are %d moves, want %d", s.String(), goal, len(got), len(want))
				}
			}
		}
	}
}

func TestPassGivesTheTurnAway(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 100 {
		b := boardOf(t, randomRules(rng))
		s := scatter(b, rng)
		passed := s
		passed.Pass()
		want := b.Position(s.Stones(game.White), s.Stones(game.Black), s.Turn().Other())
		if passed.Hash() != want.Hash() || passed.Turn() != want.Turn() || passed.Ply() != s.Ply()+1 ||
			passed.Stones(game.White) != want.Stones(game.White) ||
			passed.Stones(game.Black) != want.Stones(game.Black) {
			t.Fatalf("%s: passing gives %s, want %s", s.String(), passed.String(), want.String())
		}
	}
}
