package threat

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine/solve"
)

// solvedPositions is the number of positions that TestAgreesWithSolvedBoard compares on each board.
var solvedPositions = flag.Int("solved", 7000, "positions of each solved board to compare")

// TestAgreesWithSolvedBoards compares every proof with the exact value. One half of the positions is
// drawn from all placements. The other half comes from random games.
func TestAgreesWithSolvedBoards(t *testing.T) {
	names := []string{"epaminondas:4x4x1", "epaminondas:3x6x1,symmetry=rotation",
		"epaminondas:4x4x1,symmetry=none"}
	if *solvedPositions > 100_000 {
		names = append(names, "epaminondas:4x6x1")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := game.MustBoard(name)
			table, err := solve.Solve(context.Background(), b.Rules(), nil)
			if err != nil {
				t.Fatal(err)
			}
			search, rng, found := New(), rand.New(rand.NewPCG(1, 2)), [3]int{}
			compare := func(s *game.State) {
				r := search.Prove(s, 300)
				found[r.Proof]++
				value, err := table.Value(s)
				if err != nil {
					t.Fatal(err)
				}
				if r.Proof == Win && value != solve.Win || r.Proof == Loss && value != solve.Loss {
					t.Fatalf("%v: proof %v, value %v", s, r.Proof, value)
				}
			}
			for n := 0; n < *solvedPositions; {
				for s := b.Start(); ; n += 2 {
					moves := s.AppendMoves(nil)
					if len(moves) == 0 {
						break
					}
					compare(&s)
					drawn := placed(b, rng)
					compare(&drawn)
					s.Play(moves[rng.IntN(len(moves))])
				}
			}
			t.Logf("%v", found)
		})
	}
}

// placed returns a position with up to as many stones of each side as the board has columns, drawn
// uniformly from those with the same numbers of stones.
func placed(b *game.Board, rng *rand.Rand) game.State {
	var stones [2]game.Bits
	for c := range stones {
		for range rng.IntN(b.Width()) + 1 {
			at := game.SquareAt(rng.IntN(b.Width()), rng.IntN(b.Height()))
			if !stones[1-c].Has(at) {
				stones[c].Set(at)
			}
		}
	}
	return b.Position(stones[0], stones[1], game.Colour(rng.IntN(2)))
}
