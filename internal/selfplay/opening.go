package selfplay

import (
	"math/rand/v2"

	"epaminondas/game"
)

// openingTries is how often a random opening that ends the game is drawn again before the game simply begins
// at the start.
const openingTries = 100

// opening draws the position from which a game is searched: the position it begins from and the random
// moves played from there.
func (c Config) opening(b *game.Board, rng *rand.Rand) (start game.State, moves []game.Move) {
	for range openingTries {
		start = b.Start()
		if rng.Float64() < c.ScatterShare {
			start = scatter(b, rng)
		}
		if moves, ok := randomMoves(start, rng.IntN(c.RandomPlies+1), rng); ok {
			return start, moves
		}
	}
	return b.Start(), nil
}

// scatter puts 1 to all of each side's stones on squares drawn at random.
func scatter(b *game.Board, rng *rand.Rand) game.State {
	squares := make([]game.Square, 0, b.Area())
	for mask := b.Mask(); !mask.Empty(); {
		squares = append(squares, mask.Pop())
	}
	rng.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
	stones := b.Rules().Width * b.Rules().Rows
	var sides [2]game.Bits
	for c := range sides {
		n := 1 + rng.IntN(stones)
		for _, at := range squares[:n] {
			sides[c].Set(at)
		}
		squares = squares[n:]
	}
	return b.Position(sides[game.White], sides[game.Black], game.Colour(rng.IntN(2)))
}

// randomMoves draws n legal moves from start on; ok is false if the game ends before another could follow.
func randomMoves(start game.State, n int, rng *rand.Rand) (moves []game.Move, ok bool) {
	state := start
	var legal []game.Move
	for len(moves) <= n {
		legal = state.AppendMoves(legal[:0])
		if len(legal) == 0 {
			return nil, false
		}
		if len(moves) == n {
			break
		}
		m := legal[rng.IntN(len(legal))]
		moves = append(moves, m)
		state.Play(m)
	}
	return moves, true
}
