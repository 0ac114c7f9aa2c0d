package engine

import (
	"context"
	"time"

	"epaminondas/game"
)

// worthwhile is the greatest share of a search's time that may be used when another iteration
// begins. An iteration that begins later would hardly end in time.
const worthwhile = 0.5

// Deepening manages a search by iterative deepening. It returns a context for the search, and a
// function that the search calls after each iteration with its best move and the value. The search
// must keep to the hard budget by itself. Call stop after the search. Without a budget, it returns
// ctx and functions that do nothing.
func (m *TimeManager) Deepening(ctx context.Context, s *game.State, b Budget) (search context.Context,
	iterated func(best game.Move, value float32), stop context.CancelFunc) {
	if b == (Budget{}) {
		return ctx, func(game.Move, float32) {}, func() {}
	}
	search, stop = context.WithCancel(ctx)
	m.Begin(s, b)
	began, only := time.Now(), len(s.AppendMoves(nil)) == 1
	return search, func(best game.Move, value float32) {
		spent := time.Since(began)
		rest := m.Rest(SearchStatus{Spent: spent, Best: best, Value: value})
		if only || float64(spent) > worthwhile*float64(spent+rest) {
			stop()
		}
	}, stop
}
