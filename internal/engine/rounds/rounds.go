// Package rounds searches a position by PUCT in rounds. A PUCT search can continue at any time. So
// a search can be divided into rounds that report intermediate results, and its length need not be
// known in advance.
//
// In a game with a clock the search takes as long as the position deserves ([clock.Manager]). It
// also ends when the time left cannot change its move.
package rounds

import (
	"context"
	"errors"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine/clock"
	"epaminondas/mcts"
)

// Config has the settings of a search.
type Config struct {
	Search    mcts.Config // without noise and memory
	Threads   int         // goroutines, at least 1
	MemoryMiB int
}

// Search searches positions of one game and keeps the part of its tree that later positions can
// use. One goroutine calls it.
type Search struct {
	tree    *mcts.Search
	config  mcts.Config
	threads int
	manager clock.Manager // in games with a clock

	positions int // on the tree
	grown     int // simulations until the tree had that many positions
}

// New returns a search with an evaluator for each thread.
func New(c Config, newEvaluator func() mcts.Evaluator) (*Search, error) {
	config := c.Search
	config.Noise, config.MemoryMiB = false, c.MemoryMiB
	var evaluators []mcts.Evaluator
	for range c.Threads {
		evaluators = append(evaluators, newEvaluator())
	}
	tree, err := mcts.NewParallel(config, evaluators)
	if err != nil {
		return nil, err
	}
	return Around(tree, config, c.Threads), nil
}

// Around returns a search with a tree that continues to belong to the caller. config is the
// configuration of the tree: PUCT without noise.
func Around(tree *mcts.Search, config mcts.Config, threads int) *Search {
	return &Search{tree: tree, config: config, threads: threads}
}

// Reset forgets everything, as for a new game.
func (s *Search) Reset() {
	s.tree.Reset()
	s.manager.Reset()
}

// AppendLine appends to dst the line that the search expects after move i: see
// [mcts.Search.AppendLine].
func (s *Search) AppendLine(dst []game.Move, i int) []game.Move { return s.tree.AppendLine(dst, i) }

// Limit ends a search at the first limit that it reaches. 0 means no limit.
type Limit struct {
	Nodes int // simulations
	Depth int // plies of the longest line
	Time  time.Duration
	// Pace is the duration of every round except the first. If it is 0, every round is longer than
	// the last one, and rounds do not depend on the clock.
	Pace time.Duration
	// Clock is the budget of a move in a game with a clock. It excludes Pace.
	Clock clock.Budget
}

// timed reports whether the limit belongs to a game with a clock.
func (l Limit) timed() bool { return l.Clock != clock.Budget{} }

// Found is the result of a search so far.
type Found struct {
	Result *mcts.Result // the next round overwrites it
	Nodes  int          // simulations of this search
	Depth  int          // plies of the longest line in this search
}

// leastRound is the least number of simulations of a thread in every round except the first.
const leastRound = 16

// Run searches a position until a limit, ctx, a proof or the memory ends the search. The game must
// not be over. After each round except the last it calls tell with the result so far. It returns
// the last result, or an error of tell. The first round is one simulation, and ctx does not cancel
// it. If Pace is 0, each later round adds half as many simulations as the tree already contains,
// including those from earlier moves. With a Clock the rounds are short, but Run calls tell as rarely
// as without one.
func (s *Search) Run(ctx context.Context, state *game.State, limit Limit,
	tell func(*Found) error) (*Found, error) {
	began, report := time.Now(), 0
	limit = s.begin(state, limit)
	first, err := s.tree.Run(context.WithoutCancel(ctx), state, mcts.Limit{Simulations: 1})
	if err != nil {
		return nil, err
	}
	f := &Found{Result: first, Nodes: first.Simulations, Depth: first.Depth}
	for ctx.Err() == nil && !f.over(limit) && !s.enough(f, limit, time.Since(began)) {
		round, inTime := s.next(f, limit, time.Since(began))
		if !inTime {
			break
		}
		if f.Nodes >= report {
			if err := tell(f); err != nil {
				return nil, err
			}
			if limit.timed() {
				report = f.Nodes + s.longer(f)
			}
		}
		done, err := s.round(ctx, state, f, round)
		if err != nil {
			return nil, err
		}
		// memory is full, the time is up, or ctx ended
		if done == 0 || limit.Pace == 0 && done < round.Simulations {
			break
		}
	}
	return f, nil
}

// next returns the length of the next round. inTime is false if the time is over.
func (s *Search) next(f *Found, limit Limit, spent time.Duration) (round mcts.Limit, inTime bool) {
	round.Time = limit.Pace
	switch {
	case limit.timed():
		round.Simulations = glance * s.threads
	case limit.Pace == 0:
		round.Simulations = s.longer(f)
	}
	if left := limit.Nodes - f.Nodes; limit.Nodes > 0 &&
		(round.Simulations == 0 || left < round.Simulations) {
		round.Simulations = left
	}
	if left := limit.Time - spent; limit.Time > 0 && (round.Time == 0 || left < round.Time) {
		round.Time = left
	}
	return round, limit.Time == 0 || spent < limit.Time
}

// longer returns the length of a round that is longer than the last one.
func (s *Search) longer(f *Found) int { return max(leastRound*s.threads, f.Result.Nodes/2) }

// round searches on and returns how many simulations were done. The tree checks the clock itself,
// because a timer can be 20 ms late while a search keeps the only processor busy. If ctx stops the
// round before it starts, the result does not change.
func (s *Search) round(ctx context.Context, state *game.State, f *Found, limit mcts.Limit) (int, error) {
	r, err := s.tree.Run(ctx, state, limit)
	if err != nil {
		if errors.Is(err, ctx.Err()) {
			return 0, nil
		}
		return 0, err
	}
	f.Nodes += r.Simulations
	f.Depth = max(f.Depth, r.Depth)
	return r.Simulations, nil
}

// over reports whether a search has a proof, or has reached its limit of nodes or depth.
func (f *Found) over(l Limit) bool {
	return f.Result.Proof != mcts.Unknown || l.Nodes > 0 && f.Nodes >= l.Nodes ||
		l.Depth > 0 && f.Depth >= l.Depth
}
