// Package rounds searches a position by PUCT in rounds. A PUCT search can continue at any time. So
// a search can be divided into rounds that report intermediate results, and its length need not be
// known in advance.
//
// With several threads it searches as many trees, and the caller adds up their visits (root
// parallelism: Chaslot et al., Parallel Monte-Carlo Tree Search, 2008). The first tree is searched
// without noise. The other trees would repeat it move for move, so they have noise on the root's
// prior.
//
// In a game with a clock the search takes as long as the position deserves ([clock.Manager]). It
// also ends when the time left cannot change its move.
package rounds

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine/clock"
	"epaminondas/mcts"
)

// Config has the settings of a search.
type Config struct {
	Search    mcts.Config // without noise and memory
	Threads   int         // trees, at least 1
	MemoryMiB int         // for all trees together
	Seed      uint64
}

// Search searches positions of one game and keeps the parts of its trees that later positions can
// use. One goroutine owns it.
type Search struct {
	trees   []*mcts.Search
	config  mcts.Config
	manager clock.Manager // in games with a clock

	positions int // on the trees of the search
	grown     int // simulations until the trees had that many positions
}

// New returns a search with an evaluator for each tree.
func New(c Config, newEvaluator func() mcts.Evaluator) (*Search, error) {
	s, config := &Search{config: c.Search}, c.Search
	config.MemoryMiB = max(1, c.MemoryMiB/c.Threads)
	for i := range c.Threads {
		config.Noise = i > 0
		tree, err := mcts.New(config, newEvaluator(), rand.New(rand.NewPCG(c.Seed, uint64(i))))
		if err != nil {
			return nil, err
		}
		s.trees = append(s.trees, tree)
	}
	return s, nil
}

// Around returns a search of one tree, which continues to belong to the caller. config is the
// configuration of the tree: PUCT without noise.
func Around(tree *mcts.Search, config mcts.Config) *Search {
	return &Search{trees: []*mcts.Search{tree}, config: config}
}

// Reset forgets everything, as for a new game.
func (s *Search) Reset() {
	for _, tree := range s.trees {
		tree.Reset()
	}
	s.manager.Reset()
}

// AppendLine appends to dst the line that a tree expects after move i: see
// [mcts.Search.AppendLine].
func (s *Search) AppendLine(dst []game.Move, tree, i int) []game.Move {
	return s.trees[tree].AppendLine(dst, i)
}

// Limit ends a search at the first limit that it reaches. 0 means no limit.
type Limit struct {
	Nodes int // simulations of all trees together
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
	// Results has the result of each tree, or nil for a tree that has not started. The next round
	// overwrites the results.
	Results []*mcts.Result
	Nodes   int // simulations of this search
	Depth   int // plies of the longest line in this search
}

// leastRound is the least number of simulations of a tree in every round except the first.
const leastRound = 16

// Run searches a position until a limit, ctx, a proof or the memory ends the search. The game must
// not be over. After each round except the last it calls tell with the result so far. It returns
// the last result, or an error of tell. The first round is one simulation, and ctx does not cancel
// it. If Pace is 0, each later round adds half as many simulations as the trees already contain,
// including those from earlier moves. With a Clock the rounds are short, but Run calls tell as rarely
// as without one.
func (s *Search) Run(ctx context.Context, state *game.State, limit Limit,
	tell func(*Found) error) (*Found, error) {
	began, report := time.Now(), 0
	limit = s.begin(state, limit)
	first, err := s.trees[0].Run(context.WithoutCancel(ctx), state, mcts.Limit{Simulations: 1})
	if err != nil {
		return nil, err
	}
	f := &Found{Results: make([]*mcts.Result, len(s.trees)), Nodes: first.Simulations, Depth: first.Depth}
	f.Results[0] = first
	for ctx.Err() == nil && !f.proven() && !limit.reached(f) && !s.enough(f, limit, time.Since(began)) {
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

// next returns the length of the next round for all trees together. inTime is false if the time is
// over.
func (s *Search) next(f *Found, limit Limit, spent time.Duration) (round mcts.Limit, inTime bool) {
	round.Time = limit.Pace
	switch {
	case limit.timed():
		round.Simulations = glance * len(s.trees)
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
func (s *Search) longer(f *Found) int { return max(leastRound*len(s.trees), f.treeSize()/2) }

// round divides simulations among the trees and returns how many were done. The trees check the
// clock themselves, because a timer can be 20 ms late while a search keeps the only processor busy.
// If a tree gets no simulations, or ctx stops it before it starts, its result does not change.
func (s *Search) round(ctx context.Context, state *game.State, f *Found, all mcts.Limit) (int, error) {
	done, failed := make([]int, len(s.trees)), make([]error, len(s.trees))
	var group sync.WaitGroup
	for i, tree := range s.trees {
		share := all
		share.Simulations = (all.Simulations + len(s.trees) - 1 - i) / len(s.trees)
		if all.Simulations > 0 && share.Simulations == 0 {
			continue
		}
		group.Go(func() {
			r, err := tree.Run(ctx, state, share)
			switch {
			case err == nil:
				f.Results[i], done[i] = r, r.Simulations
			case !errors.Is(err, ctx.Err()):
				failed[i] = err
			}
		})
	}
	group.Wait()
	total := 0
	for i, n := range done {
		if total += n; n > 0 {
			f.Depth = max(f.Depth, f.Results[i].Depth)
		}
	}
	f.Nodes += total
	return total, errors.Join(failed...)
}

// reached reports whether a search has reached its limit of nodes or depth.
func (l Limit) reached(f *Found) bool {
	return l.Nodes > 0 && f.Nodes >= l.Nodes || l.Depth > 0 && f.Depth >= l.Depth
}

// treeSize returns the number of positions in all trees.
func (f *Found) treeSize() int {
	n := 0
	for _, r := range f.Results {
		if r != nil {
			n += r.Nodes
		}
	}
	return n
}

// proven reports whether a tree has proved the position, or whether each of its moves is proven
// lost in some tree.
func (f *Found) proven() bool {
	lost := make([]bool, len(f.Results[0].Moves))
	for _, r := range f.Results {
		if r == nil {
			continue
		}
		if r.Proof != mcts.Unknown {
			return true
		}
		for i, proof := range r.Proven {
			lost[i] = lost[i] || proof == mcts.Loss
		}
	}
	return !slices.Contains(lost, false)
}
