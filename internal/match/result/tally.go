package result

import (
	"fmt"
	"math"

	"epaminondas/internal/base/noun"
)

// Tally counts the results of one side.
type Tally struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Games returns the number of counted games.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Score returns the share of the points, with half a point for a draw, or 0 without games.
func (t Tally) Score() float64 {
	if t.Games() == 0 {
		return 0
	}
	return (float64(t.Wins) + 0.5*float64(t.Draws)) / float64(t.Games())
}

// Mirrored returns the opponent's tally of the same games.
func (t Tally) Mirrored() Tally { return Tally{t.Losses, t.Draws, t.Wins} }

// Add counts a game with the result +1, 0 or -1.
func (t *Tally) Add(points int) {
	switch points {
	case 1:
		t.Wins++
	case 0:
		t.Draws++
	default:
		t.Losses++
	}
}

// String returns wins, draws and losses: "64-9-27".
func (t Tally) String() string { return fmt.Sprintf("%d-%d-%d", t.Wins, t.Draws, t.Losses) }

// Effort is how much a player searched for its moves, and for how long.
type Effort struct {
	Moves   int     `json:"moves"`
	Seconds float64 `json:"seconds"`
	Nodes   int     `json:"nodes"` // positions; for a tree search its simulations
}

// SecondsAMove returns the mean thinking time, or 0 without moves.
func (e Effort) SecondsAMove() float64 { return e.Seconds / float64(max(e.Moves, 1)) }

// NodesAMove returns the mean size of a search, or 0 without moves.
func (e Effort) NodesAMove() float64 { return float64(e.Nodes) / float64(max(e.Moves, 1)) }

// Add adds the given effort to e.
func (e *Effort) Add(other Effort) {
	e.Moves += other.Moves
	e.Seconds += other.Seconds
	e.Nodes += other.Nodes
}

// String returns, for example, "12.3ms and 64 nodes a move".
func (e Effort) String() string {
	text := Seconds(e.SecondsAMove())
	if e.Nodes > 0 {
		text += " and " + noun.Count(int64(math.Round(e.NodesAMove())), "node")
	}
	return text + " a move"
}
