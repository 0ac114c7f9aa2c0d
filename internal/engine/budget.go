package engine

import (
	"time"

	"epaminondas/game"
)

// Budget is the time for a move in a game with a clock. The zero value means no clock.
type Budget struct {
	Soft time.Duration // the time of an ordinary search
	Hard time.Duration // the limit of a search that is unsure of its move
}

// Within returns the shorter of two times of a move: a limit apart from the clock, and a part of the
// budget. 0 means no limit, also for the result.
func Within(limit, budget time.Duration) time.Duration {
	if limit == 0 || budget > 0 && budget < limit {
		return budget
	}
	return limit
}

// Parameters of the budget.
const (
	reserve        = 50 * time.Millisecond // time until the referee gets the move
	leastTime      = time.Millisecond
	incrementShare = 0.75 // share of the increment that each move may use
	hardFactor     = 4.0  // Hard is at most this many times Soft ...
	hardShare      = 0.4  // ... and at most this share of the time left, or the share of the increment
)

// NewBudget returns the budget of the next move, for a player with the given time left. s is the
// position of the move.
func NewBudget(left, increment time.Duration, s *game.State) Budget {
	usable, added := float64(left-reserve), incrementShare*float64(increment)
	soft := usable/movesAhead(s) + added
	hard := min(hardFactor*soft, max(hardShare*usable, min(usable, added)))
	b := Budget{Hard: max(leastTime, time.Duration(hard))}
	b.Soft = min(b.Hard, max(leastTime, time.Duration(soft)))
	return b
}

// movesAhead returns the number of moves for which the player to move needs time. A search needs no
// time once it has proved the result. In matches between networks, the search proved the result
// after 28 plies on 8x8, 23 in Crossings and 58 on 14x12. So pliesPerSide plies for each row and
// column are a fair estimate. At any ply, the function expects that at least the share leastRest of
// these plies is still to come.
func movesAhead(s *game.State) float64 {
	const pliesPerSide, leastRest = 2, 0.375
	total := pliesPerSide * float64(s.Board().Width()+s.Board().Height())
	return max(total-float64(s.Ply()), leastRest*total) / 2
}
