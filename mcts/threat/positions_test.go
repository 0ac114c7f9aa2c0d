package threat

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"epaminondas/game"
)

// small has all kinds of rules on boards where a plain search is quick.
var small = []string{
	"epaminondas:8x8",
	"epaminondas:8x8,symmetry=none",
	"epaminondas:6x7,symmetry=rotation",
	"epaminondas:5x6x1",
	"epaminondas:8x8,max_plies=40",
	"epaminondas:8x8,max_plies=40,limit=draw",
	"epaminondas:5x6x1,max_plies=40",
	"epaminondas:5x6x1,max_plies=40,limit=draw",
	"crossings",
	"crossings:5x6x1",
	"crossings,max_plies=40",
	"crossings:5x6x1,max_plies=40,limit=draw",
	"crossings:5x6x1,crossed=free",
	"epaminondas:5x6x1,crossed=fixed",
	"epaminondas:5x6x1,capture=single",
	"epaminondas:5x6x1,behind=level",
}

// eachNear calls f with n positions near crossings on each of the boards.
func eachNear(t *testing.T, boards []string, n int, f func(t *testing.T, s *game.State)) {
	for _, name := range boards {
		t.Run(name, func(t *testing.T) {
			b, rng := game.MustBoard(name), rand.New(rand.NewPCG(5, 6))
			for range n {
				s := near(t, b, rng)
				f(t, &s)
			}
		})
	}
}

// near returns a position with stones of both sides close to their far rows and some at home. A ply
// limit, if there is one, is a few plies away.
func near(t testing.TB, b *game.Board, rng *rand.Rand) game.State {
	t.Helper()
	var stones [2]game.Bits
	put := func(c game.Colour, n, from, to int) { // rows counted from the far row
		for range n {
			row := from + rng.IntN(to-from)
			if c == game.White {
				row = b.Height() - 1 - row
			}
			if at := game.SquareAt(rng.IntN(b.Width()), row); !stones[c.Other()].Has(at) {
				stones[c].Set(at)
			}
		}
	}
	crossed := rng.IntN(3)
	for c := range game.Colour(2) {
		put(c, 1+rng.IntN(b.Width()/2+1), 1, 4)
		put(c, rng.IntN(b.Width()/2+1), b.Height()-3, b.Height())
		put(c, min(crossed, rng.IntN(3)), 0, 1)
	}
	if rng.IntN(3) == 0 { // a line on the home row beside stones that have crossed
		c := game.Colour(rng.IntN(2))
		homeRow := b.FarRow(c.Other())
		home := homeRow.First().Row()
		own := 2 + rng.IntN(3)
		for column := range min(b.Width(), own+1+rng.IntN(2)) {
			square, side := game.SquareAt(column, home), c
			if column >= own {
				side = c.Other()
			}
			stones[side].Set(square)
			stones[side.Other()].Clear(square)
		}
	}
	s := b.Position(stones[0], stones[1], game.Colour(rng.IntN(2)))
	if limit := b.Rules().MaxPlies; limit > 0 {
		return at(t, &s, limit-rng.IntN(8))
	}
	return s
}

// at returns a position at a ply.
func at(t testing.TB, s *game.State, ply int) game.State {
	t.Helper()
	moved, err := s.Board().ParseState(fmt.Sprintf("%s %d", s.Placement(), ply))
	if err != nil {
		t.Fatal(err)
	}
	return moved
}

// over reports whether the game is over.
func over(s *game.State) bool {
	outcome, _ := s.Outcome()
	return outcome != game.Ongoing
}
