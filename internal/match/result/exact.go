package result

import (
	"epaminondas/internal/engine/solve"
)

// Exact counts how often a network throws away won or drawn positions of a solved board. This
// measure does not depend on other players.
type Exact struct {
	Model       string              `json:"model"`
	Policy      solve.MistakeCounts `json:"policy"` // of the raw policy's first choice
	Search      solve.MistakeCounts `json:"search"` // of the move of a search without noise
	Simulations int                 `json:"simulations"`
	// Played has the same counts for positions from games. It is nil if they were not measured.
	Played *ExactPlayed `json:"played,omitempty"`
}

// ExactPlayed counts how often a network throws away positions from games.
type ExactPlayed struct {
	// Fixed means that the positions come with the program. Otherwise the program drew new ones by
	// the same method.
	Fixed  bool                `json:"fixed"`
	Policy solve.MistakeCounts `json:"policy"`
	Search solve.MistakeCounts `json:"search"`
}

// Source describes where the positions come from.
func (p *ExactPlayed) Source() string {
	if p.Fixed {
		return "the fixed sample of this board"
	}
	return "a new sample, because this board has no fixed one"
}
