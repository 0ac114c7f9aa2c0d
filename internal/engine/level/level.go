// Package level is how hard an engine tries, from beginner to strongest. Weak levels see little and draw among the moves
// that look best to them. What a level plays is a function of a seed and the position, unless time ends its search: then
// also of how fast the machine is.
package level

import (
	"fmt"
	"time"
)

// Level is how hard an engine tries.
type Level struct {
	Name string
	// Of the classical engine: positions a move, 0 for no limit; the best lines that are drawn from; and the temperature of the draw, in
	// units of value, at which a move worth that much less is e times rarer. With one position it looks no further than a move ahead.
	nodes, lines int
	spread       float64
	// Of a network: simulations, 0 for no limit but time; raw says that there is no search at all, but a draw from the network's
	// own policy. The temperature is that of the draw from the policy; 0 plays the best.
	simulations int
	raw         bool
	temperature float64
	// Time bounds the search.
	Time time.Duration
}

// all is more moves than a position has.
const all = 1 << 16

// All returns the levels; the first is 1.
func All() []Level {
	return []Level{
		{Name: "beginner", nodes: 1, lines: all, spread: 0.60, raw: true, temperature: 2.0, Time: time.Second},
		{Name: "novice", nodes: 1, lines: all, spread: 0.20, raw: true, temperature: 1.3, Time: time.Second},
		{Name: "casual", nodes: 1, lines: all, spread: 0.06, simulations: 4, temperature: 1.2, Time: time.Second},
		{Name: "amateur", nodes: 2_000, lines: 8, spread: 0.04, simulations: 24, temperature: 0.5, Time: time.Second},
		{Name: "club player", nodes: 10_000, lines: 4, spread: 0.03, simulations: 64, temperature: 0.25, Time: time.Second},
		{Name: "strong", nodes: 50_000, lines: 1, simulations: 300, Time: time.Second},
		{Name: "very strong: 1 s a move", lines: 1, Time: time.Second},
		{Name: "strongest: 3 s a move", lines: 1, Time: 3 * time.Second},
	}
}

// Most is the number of the strongest level.
func Most() int { return len(All()) }

// Of returns a level by its number, from 1 on.
func Of(number int) (Level, error) {
	if number < 1 || number > Most() {
		return Level{}, fmt.Errorf("level is %d: choose 1 to %d", number, Most())
	}
	return All()[number-1], nil
}

// Nodes returns how many positions the classical engine looks at for a move, and how many
// simulations a network makes; 0 for no limit but time.
func (l Level) Nodes() (positions, simulations int) { return l.nodes, l.simulations }
