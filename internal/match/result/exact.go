package result

import (
	"epaminondas/internal/engine/solve"
)

// Exact is how often a network throws away won or drawn positions of a solved
// board: the yardstick that does not move.
type Exact struct {
	Model       string       `json:"model"`
	Policy      solve.Report `json:"policy"` // the raw policy's first choice
	Search      solve.Report `json:"search"` // the choice of a search without noise
	Simulations int          `json:"simulations"`
	// Played is the same on positions that games reach; nil if it was not asked.
	Played *ExactPlayed `json:"played,omitempty"`
}

// ExactPlayed is how often a network throws away positions that games reach.
type ExactPlayed struct {
	Fixed  bool         `json:"fixed"` // the positions come with the program; else they were drawn by its recipe
	Policy solve.Report `json:"policy"`
	Search solve.Report `json:"search"`
}

// Source says where the positions come from.
func (p *ExactPlayed) Source() string {
	if p.Fixed {
		return "the fixed sample of this board"
	}
	return "drawn anew, since this board has no fixed sample"
}
