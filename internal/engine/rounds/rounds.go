// Package rounds searches a position by PUCT in rounds. PUCT goes on from where it was, so a search can
// be cut into rounds that tell what is found in between, and its length need not be known beforehand.
//
// With several threads it searches as many trees; the caller adds up their visits (root parallelism:
// Chaslot et al., Parallel Monte-Carlo Tree Search, 2008). The first tree is searched without noise. The
// others would repeat it move for move, so they have noise on the root's prior.
package rounds

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"epaminondas/game"
	"epaminondas/mcts"
)

// Config says how a search is made.
type Config struct {
	Search    mcts.Config // noise and memory aside
	Threads   int         // trees, at least 1
	MemoryMiB int         // of all trees together
	Seed      uint64
}

// Search searches positions of one game and keeps what the next one can use. It belongs to one goroutine.
type Search struct{ trees []*mcts.Search }

// New returns a search that has an evaluator for each tree.
func New(c Config, newEvaluator func() mcts.Evaluator) (*Search, error) {
	s, config := &Search{}, c.Search
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

// Reset forgets everything, as for a new game.
func (s *Search) Reset() {
	for _, tree := range s.trees {
		tree.Reset()
	}
}

// AppendLine appends to dst the line that a tree expects after move i: see [mcts.Search.AppendLine].
func (s *Search) AppendLine(dst []game.Move, tree, i int) []game.Move {
	return s.trees[tree].AppendLine(dst, i)
}

// Limit ends a search at whichever comes first. 0 is no limit.
type Limit struct {
	Nodes int // simulations of all trees together
	Depth int // of the longest line looked at, in plies
	Time  time.Duration
	// Pace is how long a round takes, but for the first. 0 makes rounds longer and longer, and the clock
	// then has no part in them.
	Pace time.Duration
}

// Found is what a search has found so far.
type Found struct {
	Results []*mcts.Result // by tree, nil for one that has not begun; the next round overwrites them
	Nodes   int            // simulations of this search
	Depth   int            // longest line looked at in this search, in plies
}

// leastRound is the least number of simulations of a tree in a round but the first.
const leastRound = 16

// Run searches a position that is not over until a limit, ctx, a proof or the memory ends it. It tells
// what is found after each round but the last, which it returns. It passes an error of tell on. The first
// round is one simulation, which nothing cancels. Without a pace, each further one adds half as much as is
// on the trees, also from the moves before.
func (s *Search) Run(ctx context.Context, state *game.State, limit Limit, tell func(*Found) error) (*Found, error) {
	began := time.Now()
	first, err := s.trees[0].Run(context.WithoutCancel(ctx), state, mcts.Limit{Simulations: 1})
	if err != nil {
		return nil, err
	}
	f := &Found{Results: make([]*mcts.Result, len(s.trees)), Nodes: first.Simulations, Depth: first.Depth}
	f.Results[0] = first
	for ctx.Err() == nil && !f.proven() && !limit.reached(f) {
		round := s.next(f, limit)
		if limit.Time > 0 {
			left := limit.Time - time.Since(began)
			if left <= 0 {
				break
			}
			if round.Time == 0 || left < round.Time {
				round.Time = left
			}
		}
		if err := tell(f); err != nil {
			return nil, err
		}
		done, err := s.round(ctx, state, f, round)
		if err != nil {
			return nil, err
		}
		if done == 0 || limit.Pace == 0 && done < round.Simulations { // memory is full, the time is up, or ctx ended
			break
		}
	}
	return f, nil
}

// next returns the length of the next round of all trees together.
func (s *Search) next(f *Found, limit Limit) mcts.Limit {
	round := mcts.Limit{Time: limit.Pace}
	if limit.Pace == 0 {
		round.Simulations = max(leastRound*len(s.trees), f.treeSize()/2)
	}
	if left := limit.Nodes - f.Nodes; limit.Nodes > 0 && (round.Simulations == 0 || left < round.Simulations) {
		round.Simulations = left
	}
	return round
}

// round shares simulations out among the trees and returns how many were done. The trees look at the
// clock themselves, since a timer can be 20 ms late where a search keeps the only processor busy. A tree
// whose share is empty, or that ctx stops before it has begun, leaves its result as it was.
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

// reached reports whether a search has come to its nodes or its depth.
func (l Limit) reached(f *Found) bool {
	return l.Nodes > 0 && f.Nodes >= l.Nodes || l.Depth > 0 && f.Depth >= l.Depth
}

// treeSize returns the number of positions on all trees.
func (f *Found) treeSize() int {
	n := 0
	for _, r := range f.Results {
		if r != nil {
			n += r.Nodes
		}
	}
	return n
}

// proven reports whether a tree has a proof of the position, or each of its moves is lost on some tree.
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
