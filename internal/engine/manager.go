package engine

import (
	"time"

	"epaminondas/game"
)

// TimeManager decides how long each search of a game takes. It gives more time to a search that has
// just changed its move, or that expects less than the search before. The zero value is ready for
// a game.
type TimeManager struct {
	budget  Budget
	ply     int  // ply of the searched position
	begun   bool // there was a search in this game
	value   float64
	before  float64 // value of the search two plies ago, -1 if there was none
	best    game.Move
	changed time.Duration // the time at which best became the best move
}

// SearchStatus is a view of a running search.
type SearchStatus struct {
	Spent time.Duration // since the start of the search
	Best  game.Move     // the move that the search would play
	Value float32       // value of Best, for the player to move
}

// Reset forgets the game.
func (m *TimeManager) Reset() { *m = TimeManager{} }

// Begin starts the search of a position with a budget.
func (m *TimeManager) Begin(s *game.State, b Budget) {
	follows := m.begun && s.Ply() == m.ply+2
	*m = TimeManager{budget: b, ply: s.Ply(), begun: true, value: m.value, before: m.value, best: game.NoMove}
	if !follows {
		m.before = -1 // no value is below it
	}
}

// Parameters of the extension of a search.
const (
	steady     = 0.3  // share of the search after which a new best move counts as late
	lateBonus  = 0.6  // share of the soft budget for a best move that is new at this moment
	noise      = 0.03 // a smaller drop of the value means nothing
	dropBonus  = 3.0  // share of the soft budget for a drop of the value by 1
	dropsBonus = 0.6  // greatest bonus for a drop
)

// Rest returns the time that a search may still take if nothing changes: 0 or less ends it.
func (m *TimeManager) Rest(s SearchStatus) time.Duration {
	if s.Best != m.best {
		m.best, m.changed = s.Best, s.Spent
	}
	m.value = float64(s.Value)
	factor := 1.0
	if s.Spent > 0 {
		late := float64(m.changed) / float64(s.Spent)
		factor += lateBonus * max(0, late-steady) / (1 - steady)
	}
	factor += min(dropsBonus, dropBonus*max(0, m.before-m.value-noise))
	return min(m.budget.Hard, time.Duration(factor*float64(m.budget.Soft))) - s.Spent
}
