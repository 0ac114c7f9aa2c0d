package result

import "epaminondas/internal/engine"

// Match is the result of one pairing. All scores are A's.
type Match struct {
	Rules    string         `json:"rules"`
	A        string         `json:"a"`
	B        string         `json:"b"`
	Seed     uint64         `json:"seed"`
	Control  engine.Control `json:"clock,omitzero"`
	Openings OpeningCount   `json:"openings"`
	// Planned is the number of requested games. Fewer were played if the test decided early or the
	// tournament was stopped.
	Planned int `json:"games_planned"`

	Total   Tally   `json:"total"`
	AsWhite Tally   `json:"as_white"`
	AsBlack Tally   `json:"as_black"`
	Score   float64 `json:"score"`
	// Pairs counts the openings with two finished games. Rating and Superiority follow from them.
	Pairs       Pairs    `json:"pairs"`
	Rating      Interval `json:"elo"`
	Superiority float64  `json:"los"`
	Test        *Test    `json:"sprt,omitempty"`

	// Duplicates is the number of games with the same moves as an earlier game. They add no
	// information.
	Duplicates int `json:"duplicates"`
	// FirstScore is the score of White, which moves first from the start of the board. It does not
	// matter which player has White, or which side moves after the opening.
	FirstScore float64        `json:"first_player_score"`
	MeanPlies  float64        `json:"mean_plies"`
	Reasons    map[string]int `json:"reasons"` // counts of the reasons why games ended
	ForfeitsA  int            `json:"forfeits_a"`
	ForfeitsB  int            `json:"forfeits_b"`
	EffortA    Effort         `json:"effort_a"`
	EffortB    Effort         `json:"effort_b"`
	// Seconds is the total thinking time of the players.
	Seconds  float64   `json:"seconds"`
	Warnings []Warning `json:"warnings,omitempty"`
}

// OpeningCount summarises the openings of a tournament.
type OpeningCount struct {
	Count    int `json:"count"`
	Shortest int `json:"shortest"` // in plies
	Longest  int `json:"longest"`
	// Balanced means that they are balanced openings of the program: neither side is ahead in them.
	Balanced bool `json:"balanced,omitempty"`
}
