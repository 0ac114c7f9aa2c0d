package selfplay

import (
	"math"
	"math/rand/v2"

	"epaminondas/game"
)

// openingTries limits the attempts to draw a random opening that does not end the game. After the
// last one, the game begins at the start.
const openingTries = 100

// opening draws the opening of a game with player m. It returns the first position, whether its
// stones are scattered, and the random moves from there. Random moves follow only the start of the
// board, because they would spoil a position of the archive, and scattered stones are random
// already.
func (a *Actor) opening(m Player, rng *rand.Rand) (start game.State, scattered bool, moves []game.Move) {
	b, c := a.Board, a.Config
	// The kind is drawn only once, so that a kind whose attempts often fail keeps its share of the
	// games.
	kind := rng.Float64()
	switch {
	case kind < c.ScatterShare:
		for range openingTries {
			start = scatter(b, rng)
			if outcome, _ := start.Outcome(); outcome == game.Ongoing {
				return start, true, nil
			}
		}
	case kind < c.ScatterShare+c.ArchiveShare && len(m.Archive) > 0:
		return m.Archive[rng.IntN(len(m.Archive))], false, nil
	}
	for range openingTries {
		if moves, ok := randomMoves(b.Start(), rng.IntN(c.RandomPlies+1), rng); ok {
			return b.Start(), false, moves
		}
	}
	return b.Start(), false, nil
}

// mostSearches returns the number of searches after which a game stops; 0 for a game that does not
// stop.
func (a *Actor) mostSearches(scattered bool) int {
	if scattered {
		return a.Config.ScatterPlies
	}
	return 0
}

// scatter draws a position uniformly from all placements in which each side has at least one stone and
// at most its full number. Either side may be to move.
func scatter(b *game.Board, rng *rand.Rand) game.State {
	squares := make([]game.Square, 0, b.Area())
	for mask := b.Mask(); !mask.Empty(); {
		squares = append(squares, mask.Pop())
	}
	rng.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
	white, black := scatterCounts(b, rng)
	var sides [2]game.Bits
	for i, at := range squares[:white+black] {
		if i < white {
			sides[game.White].Set(at)
		} else {
			sides[game.Black].Set(at)
		}
	}
	return b.Position(sides[game.White], sides[game.Black], game.Colour(rng.IntN(2)))
}

// scatterCounts draws the number of stones of each side, in proportion to the number of placements.
// There are area!/(w! b! (area-w-b)!) placements of w and b stones.
func scatterCounts(b *game.Board, rng *rand.Rand) (white, black int) {
	stones := b.Rules().Width * b.Rules().Rows
	logPlacements := func(w, b, area int) float64 {
		return -logFactorial(w) - logFactorial(b) - logFactorial(area-w-b)
	}
	most := math.Inf(-1)
	for w := 1; w <= stones; w++ {
		for k := 1; k <= stones; k++ {
			most = max(most, logPlacements(w, k, b.Area()))
		}
	}
	for {
		white, black = 1+rng.IntN(stones), 1+rng.IntN(stones)
		if math.Log(rng.Float64()) < logPlacements(white, black, b.Area())-most {
			return white, black
		}
	}
}

// logFactorial returns log n!.
func logFactorial(n int) float64 {
	log, _ := math.Lgamma(float64(n + 1))
	return log
}

// randomMoves draws n legal moves from start. ok is false if the game ends too early.
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
