package arena

import (
	"context"
	"fmt"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/mcts"
)

// Opening is the beginning of two games in every pairing, one with either colour.
type Opening struct {
	Start game.State // where Moves begin
	Moves []game.Move
	State game.State // after Moves
}

// openingTries is the number of draws in a row that bring nothing new after
// which the openings are held to be exhausted.
const openingTries = 2000

// DrawOpenings plays n times the given number of random plies from the start.
// No two of the positions reached are equal or mirror images, and none is over
// or exactly proven for a side. The first k openings do not depend on n.
func DrawOpenings(ctx context.Context, b *game.Board, n, plies int, rng *rand.Rand) ([]Opening, error) {
	prover, err := mcts.New(mcts.Default(), mcts.Uniform{}, rng)
	if err != nil {
		return nil, fmt.Errorf("arena: draw openings: %w", err)
	}
	openings := make([]Opening, 0, n)
	seen := make(map[uint64]bool, n)
	for tries := 0; len(openings) < n; tries++ {
		if tries == openingTries {
			return nil, fmt.Errorf("arena: found only %d different openings of %d plies, want %d: play fewer games or longer openings",
				len(openings), plies, n)
		}
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("arena: draw openings: %w", err)
		}
		o, ok := drawOpening(b, plies, rng)
		if !ok || seen[identity(&o.State)] {
			continue
		}
		decided, err := proven(prover, &o.State)
		if err != nil {
			return nil, fmt.Errorf("arena: draw openings: %w", err)
		}
		seen[identity(&o.State)] = true // a proven one need not be proven again
		if !decided {
			openings = append(openings, o)
			tries = -1
		}
	}
	return openings, nil
}

// drawOpening plays random plies from the start; ok is false if the game is
// over after them or before.
func drawOpening(b *game.Board, plies int, rng *rand.Rand) (o Opening, ok bool) {
	o.Start = b.Start()
	o.State = o.Start
	legal := o.State.AppendMoves(nil)
	for range plies {
		if len(legal) == 0 {
			return o, false
		}
		m := legal[rng.IntN(len(legal))]
		o.Moves = append(o.Moves, m)
		o.State.Play(m)
		legal = o.State.AppendMoves(legal[:0])
	}
	return o, len(legal) > 0
}

// identity is a hash that a position shares with its mirror image.
func identity(s *game.State) uint64 {
	mirror := s.Mirror()
	return min(s.Hash(), mirror.Hash())
}

// proven reports whether the shortest of searches proves a position for a side.
func proven(prover *mcts.Search, s *game.State) (bool, error) {
	prover.Reset()
	r, err := prover.Run(context.Background(), s, mcts.Limit{Simulations: 1})
	if err != nil {
		return false, err
	}
	return r.Proof != mcts.Unknown, nil
}

// EnoughOpenings reports whether a match of so many games can begin: whether there are as many different openings of so many
// random plies as it has pairs.
func EnoughOpenings(ctx context.Context, b *game.Board, games, plies int) error {
	_, err := DrawOpenings(ctx, b, games/2, plies, rand.New(rand.NewPCG(0, 0)))
	return err
}
