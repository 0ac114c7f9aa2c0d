// Package treesearch has the engines that search a tree with an evaluator: with a network, with random
// games, or without any knowledge.
package treesearch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/backend"
	"epaminondas/mcts"
)

// Engine is an [engine.Engine] that searches a tree.
type Engine struct {
	evaluators []mcts.EvaluateCloser
	source     *rand.PCG // random source of the search
	search     *mcts.Search
	rounds     *rounds // search, divided into rounds; nil if the search cannot continue
	policy     bool    // the evaluators have a learned policy
}

// New returns an engine that searches without noise, with a goroutine for each evaluator. Close of
// the engine closes the evaluators.
func New(cfg mcts.Config, evaluators ...mcts.EvaluateCloser) (*Engine, error) {
	cfg.Noise = false
	e := &Engine{evaluators: evaluators, source: rand.NewPCG(0, 0)}
	var err error
	if len(evaluators) > 1 {
		var list []mcts.Evaluator
		for _, eval := range evaluators {
			list = append(list, eval)
		}
		e.search, err = mcts.NewParallel(cfg, list)
	} else {
		e.search, err = mcts.New(cfg, evaluators[0], rand.New(e.source))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("treesearch: %w", err), e.Close())
	}
	if cfg.Continues() {
		e.rounds = &rounds{tree: e.search, config: cfg, threads: len(evaluators)}
	}
	return e, nil
}

// Open returns an engine that searches with a network in the given number of goroutines. The
// evaluators may fail after ctx is done.
func Open(ctx context.Context, from backend.Evaluators, b *game.Board, cfg mcts.Config,
	threads int) (*Engine, error) {
	var evaluators []mcts.EvaluateCloser
	for range threads {
		eval, err := from.Open(ctx, b)
		if err != nil {
			return nil, errors.Join(err, closeAll(evaluators))
		}
		evaluators = append(evaluators, eval)
	}
	e, err := New(cfg, evaluators...)
	if err == nil {
		e.policy = true
	}
	return e, err
}

// Attributes implements [engine.Engine].
func (e *Engine) Attributes() engine.Attributes {
	return engine.Attributes{Tree: true, Policy: e.policy}
}

// seeded is an evaluator with randomness of its own.
type seeded interface{ Seed(seed uint64) }

// NewGame implements [engine.Engine].
func (e *Engine) NewGame(_ context.Context, seed uint64) error {
	e.source.Seed(seed, 0)
	e.search.Reset()
	if e.rounds != nil {
		e.rounds.manager.Reset()
	}
	for _, eval := range e.evaluators {
		if s, ok := eval.(seeded); ok {
			s.Seed(seed)
		}
	}
	return nil
}

// Evaluate implements [engine.Engine].
func (e *Engine) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	return e.evaluators[0].Evaluate(s, moves, prior)
}

// Close closes the evaluators.
func (e *Engine) Close() error { return closeAll(e.evaluators) }

func closeAll(list []mcts.EvaluateCloser) (err error) {
	for _, eval := range list {
		err = errors.Join(err, eval.Close())
	}
	return err
}

// Search implements [engine.Engine]. A search in rounds is one search, so its results do not depend on
// tell. It needs rounds only for reports, clocks and a limit of depth.
func (e *Engine) Search(ctx context.Context, t engine.Turn, l engine.Limit,
	tell func(*engine.Result) error) (*engine.Result, error) {
	budget, lines := l.Budget(t.State), max(1, l.Lines)
	if e.rounds == nil || tell == nil && budget == (engine.Budget{}) && l.Depth == 0 {
		r, err := e.search.Run(ctx, t.State, mcts.Limit{Simulations: l.Nodes,
			Time: engine.Within(l.Time, budget.Soft)})
		if err != nil {
			return nil, err
		}
		return e.result(&found{result: r, nodes: r.Simulations, depth: r.Depth}, lines), nil
	}
	within := limit{nodes: l.Nodes, depth: l.Depth, time: l.Time, pace: l.Pace, clock: budget}
	f, err := e.rounds.run(ctx, t.State, within, func(f *found) error {
		if tell == nil {
			return nil
		}
		return tell(e.result(f, lines))
	})
	if err != nil {
		return nil, err
	}
	return e.result(f, lines), nil
}

// result returns what a search has found, with variations for the given number of best moves.
func (e *Engine) result(f *found, variations int) *engine.Result {
	r := f.result
	result := &engine.Result{Value: r.Value, Judged: true, Proof: proof(r.Proof), Nodes: f.nodes,
		Depth: f.depth, Lines: make([]engine.Line, len(r.Moves))}
	order := ranking(r)
	for at, i := range order {
		l := &result.Lines[at]
		*l = engine.Line{Move: r.Moves[i], Value: r.Q[i], Proof: proof(r.Proven[i]), Visits: int(r.Visits[i]),
			Policy: r.Policy[i]}
		if l.Proof != engine.Unknown {
			l.Value = r.Proven[i].Value()
		}
		if at < variations {
			l.Variation = e.search.AppendLine(nil, i)
		} else {
			l.Variation = []game.Move{l.Move}
		}
	}
	return result
}

// ranking returns the indices of the moves: the move to play, then won, undecided and lost moves.
// Within each group, the moves are sorted by policy, visits and value.
func ranking(r *mcts.Result) []int {
	order := make([]int, len(r.Moves))
	for i := range order {
		order[i] = i
	}
	class := func(i int) float32 {
		if i == r.Best {
			return 2
		}
		return r.Proven[i].Value()
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(
			cmp.Compare(class(j), class(i)),
			cmp.Compare(r.Policy[j], r.Policy[i]),
			cmp.Compare(r.Visits[j], r.Visits[i]),
			cmp.Compare(r.Q[j], r.Q[i]))
	})
	return order
}

// proof converts a proof of package mcts into a proof of package engine.
func proof(p mcts.Proof) engine.Proof {
	switch p {
	case mcts.Win:
		return engine.Win
	case mcts.Loss:
		return engine.Loss
	}
	return engine.Unknown
}
