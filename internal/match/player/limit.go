package player

import (
	"time"

	"epaminondas/internal/engine"
)

// limit ends a search at the first limit that it reaches. 0 does not limit.
type limit struct {
	nodes int // positions; for a tree search its simulations
	depth int // plies
	time  time.Duration
	// level is a level of play, as engine.Level numbers them. It excludes all other limits,
	// and ignores clocks.
	level int
	// policy asks for the first choice of a network's policy, without a search. It excludes all
	// other limits.
	policy bool
}

// searchLimit is the limit of a player. limit is its own limit. fallback applies in games without a
// clock if the player has no limit of its own.
type searchLimit struct{ limit, fallback limit }

// of returns the limit of the search in a turn. A game with a clock has no fallback.
func (l searchLimit) of(t Turn) engine.Limit {
	own := l.limit
	if t.Clock == nil {
		own = l.timeless()
	}
	return engine.Limit{Nodes: own.nodes, Depth: own.depth, Time: own.time, Clock: t.Clock}
}

// briefNodes is the greatest number of positions in a brief search.
const briefNodes = 10_000

// brief reports whether a search ends after few positions, and not at a time, in games without a clock.
// Then other searches cannot take time off it, and the trees of many searches fit into the memory.
func (l searchLimit) brief() bool {
	own := l.timeless()
	return own.time == 0 && (own.policy || own.nodes > 0 && own.nodes <= briefNodes)
}

// timeless returns the limit in games without a clock.
func (l searchLimit) timeless() limit {
	if l.limit == (limit{}) {
		return l.fallback
	}
	return l.limit
}
