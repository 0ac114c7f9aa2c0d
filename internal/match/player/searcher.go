package player

import (
	"context"
	"fmt"
	"io"
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
	timed  *rounds.Search // search, in games with a clock; nil if search is not by PUCT
	seed   func(uint64)   // seeds the evaluator's random source; nil without one
	closer io.Closer      // closes the evaluator; nil for nothing to close
}

// newSearcher returns a player that searches without noise.
func newSearcher(name string, cfg mcts.Config, eval mcts.Evaluator, limit searchLimit) (*searcher, error) {
	cfg.Noise = false
	source := rand.NewPCG(0, 0)
	search, err := mcts.New(cfg, eval, rand.New(source))
	if err != nil {
		return nil, fmt.Errorf("player: make %s: %w", name, err)
	}
	p := &searcher{name: name, limit: limit, source: source, search: search}
	if cfg.Root == mcts.RootPUCT {
		p.timed = rounds.Around(search, cfg)
	}
	return p, nil
}

func (p *searcher) Name() string { return p.name }

// Close implements [Player].
func (p *searcher) Close() error {
	if p.closer == nil {
		return nil
	}
	return p.closer.Close()
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
	return f.Results[0], f.Nodes, nil
}
