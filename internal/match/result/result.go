// Package result says what matches have shown, as plain data: the schema of a match in a run's
// database, in its report and in the JSON of the commands. It plays nothing.
package result

import (
	"epaminondas/internal/engine/clock"
	"epaminondas/internal/match/rating"
)

// Match is what the games of one pairing have shown. All scores are A's.
type Match struct {
	Rules    string        `json:"rules"`
	A        string        `json:"a"`
	B        string        `json:"b"`
	Seed     uint64        `json:"seed"`
	Control  clock.Control `json:"clock,omitzero"`
	Openings OpeningCount  `json:"openings"`
	// Planned is the number of games asked for; fewer were played if the test
	// decided before or the tournament was stopped.
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
	// FirstScore is the score of White, who moves first from the start of the
	// board, whoever had it and whose move it is after an opening.
	FirstScore float64        `json:"first_player_score"`
	MeanPlies  float64        `json:"mean_plies"`
	Reasons    map[string]int `json:"reasons"` // why games ended
	ForfeitsA  int            `json:"forfeits_a"`
	ForfeitsB  int            `json:"forfeits_b"`
	EffortA    Effort         `json:"effort_a"`
	EffortB    Effort         `json:"effort_b"`
	// Seconds is how long the players thought, all together.
	Seconds  float64          `json:"seconds"`
	Warnings []rating.Warning `json:"warnings,omitempty"`
}

// OpeningCount sums up the openings of a tournament.
type OpeningCount struct {
	Count    int `json:"count"`
	Shortest int `json:"shortest"` // in plies
	Longest  int `json:"longest"`
}
