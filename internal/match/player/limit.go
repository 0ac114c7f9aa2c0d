package player

import (
	"time"

	"epaminondas/internal/engine/clock"
	"epaminondas/mcts"
)

// limit ends a search at the first limit that it reaches. 0 does not limit.
type limit struct {
	nodes int // positions; for a tree search its simulations
	depth int // plies
	time  time.Duration
	clock clock.Budget // in games with a clock
	// level is a level of the package level. It excludes all other limits and ignores clocks.
	level int
	// policy asks for the first choice of a network's policy, without a search. It excludes all
	// other limits.
	policy bool
}

// searchLimit is the limit of a player. limit is its own limit. fallback holds in games without a
// clock if the player has no own limit.
type searchLimit struct{ limit, fallback limit }

// of returns the limit of a turn, with regard to the clock.
func (l searchLimit) of(t Turn) limit {
	if t.Clock == nil {
		return l.timeless()
	}
	own := l.limit
	own.clock = clock.NewBudget(t.Clock.Left[t.State.Turn()], t.Clock.Increment, t.State)
	return own
}

// timeless returns the limit in games without a clock.
func (l searchLimit) timeless() limit {
	if l.limit == (limit{}) {
		return l.fallback
	}
	return l.limit
}

// simulations returns the limit of a tree search that does not look at its clock.
func (l limit) simulations() mcts.Limit {
	return mcts.Limit{Simulations: l.nodes, Time: clock.Within(l.time, l.clock.Soft)}
}
