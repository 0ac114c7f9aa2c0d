package player

import (
	"context"
	"fmt"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/engine/clock"
	"epaminondas/internal/engine/rounds"
	"epaminondas/mcts"
)

// searcher plays the moves of a tree search.
type searcher struct {
	name   string
	limit  searchLimit
	source *rand.PCG // random source of the search
	search *mcts.Search
	timed  *rounds.Search // search, in games with a clock; nil if cfg does not continue
	seed   func(uint64)   // seeds the evaluator's random source; nil without one
	close  func() error   // closes the evaluators; nil for nothing to close
}

// newSearcher returns a player that searches without noise. Several evaluators search one tree in
// parallel.
func newSearcher(name string, cfg mcts.Config, evaluators []mcts.Evaluator,
	limit searchLimit) (*searcher, error) {
	cfg.Noise = false
	p := &searcher{name: name, limit: limit, source: rand.NewPCG(0, 0)}
	var err error
	if len(evaluators) > 1 {
		p.search, err = mcts.NewParallel(cfg, evaluators)
	} else {
		p.search, err = mcts.New(cfg, evaluators[0], rand.New(p.source))
	}
	if err != nil {
		return nil, fmt.Errorf("player: make %s: %w", name, err)
	}
	if cfg.Continues() {
		p.timed = rounds.Around(p.search, cfg, len(evaluators))
	}
	return p, nil
}

func (p *searcher) Name() string { return p.name }

// Close implements [Player].
func (p *searcher) Close() error {
	if p.close == nil {
		return nil
	}
	return p.close()
}

func (p *searcher) NewGame(_ context.Context, seed uint64) error {
	p.source.Seed(seed, 0)
	p.search.Reset()
	if p.timed != nil {
		p.timed.Reset()
	}
	if p.seed != nil {
		p.seed(seed)
	}
	return nil
}

func (p *searcher) Choose(ctx context.Context, t Turn) (Choice, error) {
	r, nodes, err := p.run(ctx, t.State, p.limit.of(t))
	if err != nil {
		return Choice{}, fmt.Errorf("player: %s searches: %w", p.name, err)
	}
	return Choice{Move: r.Moves[r.Best], Value: r.Value, Judged: true, Nodes: nodes}, nil
}

// run searches a position and returns the result and the number of simulations.
func (p *searcher) run(ctx context.Context, s *game.State, l limit) (*mcts.Result, int, error) {
	if p.timed == nil || l.clock == (clock.Budget{}) {
		r, err := p.search.Run(ctx, s, l.simulations())
		if err != nil {
			return nil, 0, err
		}
		return r, r.Simulations, nil
	}
	f, err := p.timed.Run(ctx, s, rounds.Limit{Nodes: l.nodes, Time: l.time, Clock: l.clock},
		func(*rounds.Found) error { return nil })
	if err != nil {
		return nil, 0, err
	}
	return f.Result, f.Nodes, nil
}
