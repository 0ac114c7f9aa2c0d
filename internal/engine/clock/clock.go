// Package clock keeps the time of a game: what the players have at its start and
// gain with each move, what they have left, and how much of it a move is worth.
package clock

import (
	"time"

	"epaminondas/game"
)

// Clock is the time of a game in progress.
type Clock struct {
	Left      [2]time.Duration // by colour
	Increment time.Duration
}

// New returns the clock of a game that begins.
func New(c Control) *Clock {
	return &Clock{Left: [2]time.Duration{c.Base, c.Base}, Increment: c.Increment}
}

// Margin is how far a clock may be overdrawn before the flag falls: what the
// referee itself needs to notice that a move has been made. It is no time to
// think: a clock that is overdrawn within it stands at zero.
const Margin = 10 * time.Millisecond

// Spend takes the time of a move off the clock of side and adds the increment.
// It reports false if the flag has fallen: if that was more than side had left,
// and the margin.
func (c *Clock) Spend(side game.Colour, spent time.Duration) bool {
	if spent > c.Left[side]+Margin {
		c.Left[side] = 0
		return false
	}
	c.Left[side] = max(0, c.Left[side]-spent) + c.Increment
	return true
}

// How the time of a game is spent. A game of 50 to 100 plies is 25 to 50 moves of
// one's own, the first ones the most open.
const (
	movesAhead = 25                    // the time left is shared among as many moves
	reserve    = 50 * time.Millisecond // kept back for the way to the referee
	leastTime  = time.Millisecond
)

// Budget is the time to spend on the next move, for a player with so much left.
func Budget(left, increment time.Duration) time.Duration {
	share := left/movesAhead + increment*3/4
	return max(leastTime, min(share, left-reserve))
}
