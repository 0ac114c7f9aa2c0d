package engine

import (
	"fmt"
	"time"
)

// Level is a strength of play.
type Level struct {
	Name string
	// For the classical engine. nodes is the number of positions a move, 0 for no limit. lines is
	// the number of best lines in the draw. spread is the temperature of the draw in units of
	// value: a move whose value is lower by spread is e times as rare. With one position the search
	// looks one move ahead.
	nodes, lines int
	spread       float64
	// For a network. simulations is the number of simulations, 0 for no limit except time. raw
	// replaces the search by a draw from the network's policy. temperature is the temperature of
	// the draw from the policy; 0 plays the best move.
	simulations int
	raw         bool
	temperature float64
	// Time limits the search.
	Time time.Duration
}

// all is larger than the number of moves in any position.
const all = 1 << 16

// Levels returns the levels in order. The first is number 1.
func Levels() []Level {
	return []Level{
		{Name: "beginner", nodes: 1, lines: all, spread: 0.60, raw: true,
			temperature: 2.0, Time: time.Second},
		{Name: "novice", nodes: 1, lines: all, spread: 0.20, raw: true, temperature: 1.3, Time: time.Second},
		{Name: "casual", nodes: 1, lines: all, spread: 0.06, simulations: 4,
			temperature: 1.2, Time: time.Second},
		{Name: "amateur", nodes: 2_000, lines: 8, spread: 0.04, simulations: 24,
			temperature: 0.5, Time: time.Second},
		{Name: "club player", nodes: 10_000, lines: 4, spread: 0.03, simulations: 64,
			temperature: 0.25, Time: time.Second},
		{Name: "strong", nodes: 50_000, lines: 1, simulations: 300, Time: time.Second},
		{Name: "very strong: 1 s a move", lines: 1, Time: time.Second},
		{Name: "strongest: 3 s a move", lines: 1, Time: 3 * time.Second},
	}
}

// StrongestLevel is the number of the strongest level.
func StrongestLevel() int { return len(Levels()) }

// LevelOf returns the level with the given number, 1 for the first.
func LevelOf(number int) (Level, error) {
	if number < 1 || number > StrongestLevel() {
		return Level{}, fmt.Errorf("level is %d: choose 1 to %d", number, StrongestLevel())
	}
	return Levels()[number-1], nil
}

// Nodes returns the number of positions that the classical engine searches for a move, and the
// number of simulations of a network. 0 means no limit except time.
func (l Level) Nodes() (positions, simulations int) { return l.nodes, l.simulations }
