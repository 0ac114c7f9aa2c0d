package result

import "fmt"

// Tally counts results for one side.
type Tally struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Games returns how many games were counted.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Score returns the share of the points, a draw being half of one; 0 without
// games.
func (t Tally) Score() float64 {
	if t.Games() == 0 {
		return 0
	}
	return (float64(t.Wins) + 0.5*float64(t.Draws)) / float64(t.Games())
}

// Mirrored returns the same games as the opponent counts them.
func (t Tally) Mirrored() Tally { return Tally{t.Losses, t.Draws, t.Wins} }

// Add counts a game that went +1, 0 or -1.
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

// String writes wins, draws and losses: "64-9-27".
func (t Tally) String() string { return fmt.Sprintf("%d-%d-%d", t.Wins, t.Draws, t.Losses) }

// Effort is what a player spent on its moves.
type Effort struct {
	Moves   int     `json:"moves"`
	Seconds float64 `json:"seconds"`
	Nodes   int     `json:"nodes"` // positions looked at: simulations
}

// SecondsAMove returns the mean thinking time, 0 without moves.
func (e Effort) SecondsAMove() float64 { return e.Seconds / float64(max(e.Moves, 1)) }

// NodesAMove returns the mean size of a search, 0 without moves.
func (e Effort) NodesAMove() float64 { return float64(e.Nodes) / float64(max(e.Moves, 1)) }

// Add adds what was spent elsewhere.
func (e *Effort) Add(other Effort) {
	e.Moves += other.Moves
	e.Seconds += other.Seconds
	e.Nodes += other.Nodes
}

// String says for example "12.3ms and 64 nodes a move".
func (e Effort) String() string {
	text := Seconds(e.SecondsAMove())
	if e.Nodes > 0 {
		text += fmt.Sprintf(" and %.0f nodes", e.NodesAMove())
	}
	return text + " a move"
}
