package arena

import (
	"epaminondas/internal/rating"
	"epaminondas/internal/record"
)

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

// add counts a game that went +1, 0 or -1.
func (t *Tally) add(points int) {
	switch points {
	case 1:
		t.Wins++
	case 0:
		t.Draws++
	default:
		t.Losses++
	}
}

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

func (e *Effort) add(other Effort) {
	e.Moves += other.Moves
	e.Seconds += other.Seconds
	e.Nodes += other.Nodes
}

// Result is what a match has shown. All scores are A's.
type Result struct {
	Rules        string `json:"rules"`
	A            string `json:"a"`
	B            string `json:"b"`
	Seed         uint64 `json:"seed"`
	OpeningPlies int    `json:"opening_plies"`
	// Planned is the number of games asked for; fewer were played if the test
	// decided before or the match was stopped.
	Planned int `json:"games_planned"`

	Total   Tally   `json:"total"`
	AsWhite Tally   `json:"as_white"`
	AsBlack Tally   `json:"as_black"`
	Score   float64 `json:"score"`
	// Pairs counts the openings of which both games were played, and Rating and
	// Superiority are about these.
	Pairs       rating.Pairs    `json:"pairs"`
	Rating      rating.Interval `json:"elo"`
	Superiority float64         `json:"los"`
	Test        *Test           `json:"sprt,omitempty"`

	// Duplicates is the number of games whose moves are those of an earlier one:
	// they tell nothing new.
	Duplicates int `json:"duplicates"`
	// FirstScore is the score of White, whoever had it.
	FirstScore float64        `json:"first_player_score"`
	MeanPlies  float64        `json:"mean_plies"`
	Reasons    map[string]int `json:"reasons"` // why games ended
	EffortA    Effort         `json:"effort_a"`
	EffortB    Effort         `json:"effort_b"`
	Seconds    float64        `json:"seconds"` // of wall-clock time

	// Games are the games played, by number.
	Games []record.Game `json:"-"`
}

// Test is what became of a match's sequential test.
type Test struct {
	rating.SPRT
	Ratio    float64         `json:"llr"`
	Low      float64         `json:"llr_low"`
	High     float64         `json:"llr_high"`
	Decision rating.Decision `json:"decision"`
}
