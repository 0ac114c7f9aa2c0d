package alphabeta

import (
	"math/rand/v2"
	"testing"

	"epaminondas/game"
)

// randomRules returns the rules of a random board up to a size.
func randomRules(rng *rand.Rand, side int) game.Rules {
	r := game.Rules{
		Width:    3 + rng.IntN(side-2),
		Height:   3 + rng.IntN(side-2),
		Capture:  game.Capture(rng.IntN(2)),
		Crossed:  game.Crossed(rng.IntN(2)),
		Behind:   game.Behind(rng.IntN(2)),
		Symmetry: game.Symmetry(rng.IntN(3)),
		Limit:    game.Limit(rng.IntN(2)),
	}
	r.Rows = 1 + rng.IntN(min(3, (r.Height-1)/2))
	if rng.IntN(2) == 0 {
		r.MaxPlies = 1 + rng.IntN(60)
	}
	return r
}

func boardOf(t testing.TB, r game.Rules) *game.Board {
	t.Helper()
	b, err := game.NewBoard(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// wander returns the position after a few random moves. ok is false if the game ends within them.
func wander(b *game.Board, plies int, rng *rand.Rand) (s game.State, ok bool) {
	s = b.Start()
	moves := s.AppendMoves(nil)
	for range plies {
		if len(moves) == 0 {
			break
		}
		s.Play(moves[rng.IntN(len(moves))])
		moves = s.AppendMoves(moves[:0])
	}
	return s, len(moves) > 0
}

// scatter returns a position with stones on random squares. ok is false if the game is over there.
func scatter(b *game.Board, density float64, rng *rand.Rand) (s game.State, ok bool) {
	var stones [2]game.Bits
	for squares := b.Mask(); !squares.Empty(); {
		at := squares.Pop()
		c := game.Colour(rng.IntN(2))
		if far := b.FarRow(c); rng.Float64() < density && (!far.Has(at) || rng.IntN(6) == 0) {
			stones[c].Set(at)
		}
	}
	s = b.Position(stones[game.White], stones[game.Black], game.Colour(rng.IntN(2)))
	return s, len(s.AppendMoves(nil)) > 0
}

// randomPositions returns positions on random boards.
func randomPositions(t testing.TB, n, side int, rng *rand.Rand) []game.State {
	t.Helper()
	var found []game.State
	for len(found) < n {
		b := boardOf(t, randomRules(rng, side))
		if s, ok := wander(b, rng.IntN(40), rng); ok {
			found = append(found, s)
		}
		if s, ok := scatter(b, 0.1+0.5*rng.Float64(), rng); ok {
			found = append(found, s)
		}
	}
	return found
}
