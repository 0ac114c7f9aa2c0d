package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"golang.org/x/sync/errgroup"

	"epaminondas/game"
	"epaminondas/internal/engine/ugi"
	"epaminondas/mcts"
	"epaminondas/net"
)

// memoryMiB bounds the trees of all searchers together.
const memoryMiB = 1024

// engine searches with a network and PUCT. PUCT continues from its tree. So a search consists of
// rounds with reports in between, and its length need not be known.
//
// With several threads, each thread searches its own tree, and the engine adds up the visits (root
// parallelism: Chaslot et al., Parallel Monte-Carlo Tree Search, 2008). The first searcher has no
// noise. The others have noise on the root's prior, because they would repeat the first exactly.
type engine struct {
	evaluator mcts.Evaluator // the first searcher's
	searchers []*mcts.Search
}

// build returns the engine of the settings: with a network if there is a model, else a classical
// engine.
func build(b *game.Board, s ugi.Settings) (ugi.Engine, error) {
	if s.Model == "" {
		return &classical{board: b}, nil
	}
	checkpoint, err := net.LoadCheckpoint(s.Model)
	if err != nil {
		return nil, err
	}
	network := net.NewNetwork(checkpoint.Weights)
	search, err := mcts.Play().Tuned(network.Search())
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", s.Model, err)
	}
	if err := finite(network, b); err != nil {
		return nil, fmt.Errorf("model %s: %w", s.Model, err)
	}
	return newEngine(search, func() mcts.Evaluator { return network.NewEvaluator(b) }, s.Threads, s.Seed)
}

// finite returns an error if the network fails in the first position of the board.
func finite(network *net.Network, b *game.Board) error {
	start := b.Start()
	moves := start.AppendMoves(nil)
	_, err := network.NewEvaluator(b).Evaluate(&start, moves, make([]float32, len(moves)))
	return err
}

// newEngine returns an engine with a searcher for each thread. Each searcher has its own evaluator
// and random source.
func newEngine(config mcts.Config, newEvaluator func() mcts.Evaluator, threads int, seed uint64) (*engine, error) {
	config.MemoryMiB = max(1, memoryMiB/threads)
	e := &engine{}
	for i := range threads {
		config.Noise = i > 0
		evaluator := newEvaluator()
		if i == 0 {
			e.evaluator = evaluator
		}
		search, err := mcts.New(config, evaluator, rand.New(rand.NewPCG(seed, uint64(i))))
		if err != nil {
			return nil, err
		}
		e.searchers = append(e.searchers, search)
	}
	return e, nil
}

// NewGame implements ugi.Engine.
func (e *engine) NewGame() {
	for _, s := range e.searchers {
		s.Reset()
	}
}

// Evaluate implements ugi.Engine.
func (e *engine) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	return e.evaluator.Evaluate(s, moves, prior)
}

// leastRound is the smallest round of a search after the first, in simulations of one searcher.
const leastRound = 16

// Search implements ugi.Engine. The first round is one simulation, which nothing cancels. Each
// later round adds half of the trees' present size, which includes earlier moves.
func (e *engine) Search(ctx context.Context, s *game.State, limit ugi.Limit, _ int, progress func(*ugi.Result)) (*ugi.Result, error) {
	began := time.Now()
	first, err := e.searchers[0].Run(context.WithoutCancel(ctx), s, mcts.Limit{Simulations: 1})
	if err != nil {
		return nil, err
	}
	results := make([]*mcts.Result, len(e.searchers))
	results[0] = first
	merged := merge(results)
	merged.Nodes = first.Simulations
	for !over(ctx, merged, limit) {
		progress(merged)
		round := max(leastRound*len(e.searchers), treeSize(results)/2)
		if limit.Nodes > 0 {
			round = min(round, limit.Nodes-merged.Nodes)
		}
		left := limit.Time - time.Since(began)
		if limit.Time > 0 && left <= 0 {
			break
		}
		done, err := e.round(ctx, s, results, round, max(0, left))
		if err != nil {
			return nil, err
		}
		before := merged
		merged = merge(results)
		merged.Nodes, merged.Depth = before.Nodes+done, max(before.Depth, merged.Depth)
		if done < round { // memory is full, the root is proven, the time is up, or the context ended
			break
		}
	}
	return merged, nil
}

// treeSize returns the number of positions on the trees of all searchers.
func treeSize(results []*mcts.Result) int {
	n := 0
	for _, r := range results {
		if r != nil {
			n += r.Nodes
		}
	}
	return n
}

// over reports whether a search must end.
func over(ctx context.Context, r *ugi.Result, limit ugi.Limit) bool {
	return r.Lines[0].Proven ||
		limit.Nodes > 0 && r.Nodes >= limit.Nodes ||
		limit.Depth > 0 && r.Depth >= limit.Depth ||
		ctx.Err() != nil
}

// round divides simulations among the searchers and returns the number of finished simulations.
// Unless left is 0, the searchers stop after that time. They look at the clock themselves, because
// a timer can be 20 ms late if a search keeps the only processor busy. A searcher with an empty
// share keeps its earlier result. So does a searcher that the context stops before it begins.
func (e *engine) round(ctx context.Context, s *game.State, results []*mcts.Result, simulations int, left time.Duration) (int, error) {
	done := make([]int, len(e.searchers))
	var group errgroup.Group
	for i, searcher := range e.searchers {
		share := (simulations + len(e.searchers) - 1 - i) / len(e.searchers)
		if share == 0 {
			continue
		}
		group.Go(func() error {
			r, err := searcher.Run(ctx, s, mcts.Limit{Simulations: share, Time: left})
			if err != nil && errors.Is(err, ctx.Err()) {
				return nil
			}
			if err != nil {
				return err
			}
			results[i], done[i] = r, r.Simulations
			return nil
		})
	}
	err := group.Wait()
	total := 0
	for _, n := range done {
		total += n
	}
	return total, err
}
