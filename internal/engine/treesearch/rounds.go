package treesearch

import (
	"context"
	"errors"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/mcts"
)

// rounds searches positions of one game by PUCT in rounds, and keeps the part of its tree that later
// positions can use. A PUCT search can continue at any time. So it can be divided into rounds that
// report intermediate results, and its length need not be known in advance.
//
// In a game with a clock the search takes as long as the position deserves ([engine.TimeManager]). It
// also ends when the time left cannot change its move.
type rounds struct {
	tree    *mcts.Search
	config  mcts.Config        // config of the tree: PUCT without noise
	threads int                // goroutines, at least 1
	manager engine.TimeManager // in games with a clock

	positions int // positions in the tree
	grown     int // simulations until the tree had that many positions
}

// limit ends a search at the first limit that it reaches. 0 means no limit.
type limit struct {
	nodes int // simulations
	depth int // plies of the longest line
	time  time.Duration
	// pace is the duration of every round except the first. If it is 0, every round is longer than
	// the last one, and rounds do not depend on the clock.
	pace time.Duration
	// clock is the budget of a move in a game with a clock. It excludes pace.
	clock engine.Budget
}

// timed reports whether the limit belongs to a game with a clock.
func (l limit) timed() bool { return l.clock != engine.Budget{} }

// found is the result of a search so far.
type found struct {
	result *mcts.Result // the next round overwrites it
	nodes  int          // simulations of this search
	depth  int          // plies of the longest line in this search
}

// leastRound is the least number of simulations of a thread in every round except the first.
const leastRound = 16

// run searches a position until a limit, ctx, a proof or the memory ends the search. The game must
// not be over. After each round except the last it calls tell with the result so far. It returns
// the last result, or an error of tell. The first round is one simulation, and ctx does not cancel
// it. If pace is 0, each later round adds half as many simulations as the tree already contains,
// including those from earlier moves. With a clock the rounds are short, but run calls tell as rarely
// as without one.
func (s *rounds) run(ctx context.Context, state *game.State, limit limit,
	tell func(*found) error) (*found, error) {
	began, report := time.Now(), 0
	limit = s.begin(state, limit)
	first, err := s.tree.Run(context.WithoutCancel(ctx), state, mcts.Limit{Simulations: 1})
	if err != nil {
		return nil, err
	}
	f := &found{result: first, nodes: first.Simulations, depth: first.Depth}
	for ctx.Err() == nil && !f.over(limit) && !s.enough(f, limit, time.Since(began)) {
		round, inTime := s.next(f, limit, time.Since(began))
		if !inTime {
			break
		}
		if f.nodes >= report {
			if err := tell(f); err != nil {
				return nil, err
			}
			if limit.timed() {
				report = f.nodes + s.longer(f)
			}
		}
		done, err := s.round(ctx, state, f, round)
		if err != nil {
			return nil, err
		}
		// memory is full, the time is up, or ctx ended
		if done == 0 || limit.pace == 0 && done < round.Simulations {
			break
		}
	}
	return f, nil
}

// next returns the length of the next round. inTime is false if the time is over.
func (s *rounds) next(f *found, limit limit, spent time.Duration) (round mcts.Limit, inTime bool) {
	round.Time = limit.pace
	switch {
	case limit.timed():
		round.Simulations = glance * s.threads
	case limit.pace == 0:
		round.Simulations = s.longer(f)
	}
	if left := limit.nodes - f.nodes; limit.nodes > 0 &&
		(round.Simulations == 0 || left < round.Simulations) {
		round.Simulations = left
	}
	if left := limit.time - spent; limit.time > 0 && (round.Time == 0 || left < round.Time) {
		round.Time = left
	}
	return round, limit.time == 0 || spent < limit.time
}

// longer returns the length of a round that is longer than the last one.
func (s *rounds) longer(f *found) int { return max(leastRound*s.threads, f.result.Nodes/2) }

// round searches on and returns how many simulations were done. The tree checks the clock itself,
// because a timer can be 20 ms late while a search keeps the only processor busy. If ctx stops the
// round before it starts, the result does not change.
func (s *rounds) round(ctx context.Context, state *game.State, f *found, limit mcts.Limit) (int, error) {
	r, err := s.tree.Run(ctx, state, limit)
	if err != nil {
		if errors.Is(err, ctx.Err()) {
			return 0, nil
		}
		return 0, err
	}
	f.nodes += r.Simulations
	f.depth = max(f.depth, r.Depth)
	return r.Simulations, nil
}

// over reports whether a search has a proof, or has reached its limit of nodes or depth.
func (f *found) over(l limit) bool {
	return f.result.Proof != mcts.Unknown || l.nodes > 0 && f.nodes >= l.nodes ||
		l.depth > 0 && f.depth >= l.depth
}
