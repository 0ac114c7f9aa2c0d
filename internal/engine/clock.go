package engine

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

// Margin is how far a clock may be overdrawn before the player loses on time. The referee needs
// this time to notice a move. It is not thinking time: a clock that is overdrawn within the margin
// is set to zero.
const Margin = 10 * time.Millisecond

// Spend takes the time of a move off the clock of side and adds the increment. It returns false if
// the side has lost on time: it used more than the time left and the margin.
func (c *Clock) Spend(side game.Colour, spent time.Duration) bool {
	if spent > c.Left[side]+Margin {
		c.Left[side] = 0
		return false
	}
	c.Left[side] = max(0, c.Left[side]-spent) + c.Increment
	return true
}
