package engine

import (
	"fmt"
	"time"

	"epaminondas/game"
)

// Level is a strength of play on a board.
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

// SteadyLevels is the number of levels that a limit of nodes ends, if the machine is fast enough. The
// levels after them search until their time is up.
const SteadyLevels = 13

// HintLevel is the number of the level that gives hints. It is the weakest one that plays the best move
// that it finds.
const HintLevel = 12

// levelNames are the names of the levels, in order.
var levelNames = [...]string{
	"beginner", "learner", "novice", "casual", "hobbyist", "improver", "amateur", "experienced",
	"club player", "skilled", "advanced", "strong",
	"very strong", "master: 1 s a move", "strongest: 3 s a move",
}

// LevelNames returns the names of the levels, the same on all boards. The first is number 1.
func LevelNames() []string { return levelNames[:] }

// StrongestLevel is the number of the strongest level.
func StrongestLevel() int { return len(levelNames) }

// CheckLevel returns an error unless there is a level with the given number.
func CheckLevel(number int) error {
	if number < 1 || number > StrongestLevel() {
		return fmt.Errorf("level is %d: choose 1 to %d", number, StrongestLevel())
	}
	return nil
}

// Levels returns the levels on a board in order. The first is number 1.
func Levels(r game.Rules) []Level {
	steps := stepsOn(r)
	var list []Level
	for i, name := range levelNames {
		l := Level{Name: name, lines: 1, Time: time.Second}
		if i < SteadyLevels {
			n, c := steps.network[i], steps.classical[i]
			l.simulations, l.raw, l.temperature = n.simulations, n.simulations == 0, n.temperature
			l.nodes, l.lines, l.spread = c.nodes, c.lines, c.spread
		}
		list = append(list, l)
	}
	list[len(list)-1].Time = 3 * time.Second
	return list
}

// LevelOf returns the level with the given number on a board, 1 for the first.
func LevelOf(r game.Rules, number int) (Level, error) {
	if err := CheckLevel(number); err != nil {
		return Level{}, err
	}
	return Levels(r)[number-1], nil
}

// Nodes returns the number of positions that the classical engine searches for a move, and the
// number of simulations of a network. 0 means no limit except time.
func (l Level) Nodes() (positions, simulations int) { return l.nodes, l.simulations }
