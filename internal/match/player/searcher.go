package player

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"epaminondas/mcts"
)

// searcher plays the moves of a tree search.
type searcher struct {
	name   string
	limit  searchLimit
	source *rand.PCG // random source of the search
	search *mcts.Search
	seed   func(uint64) // seeds the evaluator's random source; nil without one
	closer io.Closer    // closes the evaluator; nil for nothing to close
}

// newSearcher returns a player that searches without noise.
func newSearcher(name string, cfg mcts.Config, eval mcts.Evaluator, limit searchLimit) (*searcher, error) {
	cfg.Noise = false
	source := rand.NewPCG(0, 0)
	search, err := mcts.New(cfg, eval, rand.New(source))
	if err != nil {
		return nil, fmt.Errorf("player: make %s: %w", name, err)
	}
	return &searcher{name: name, limit: limit, source: source, search: search}, nil
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
	if p.seed != nil {
		p.seed(seed)
	}
	return nil
}

func (p *searcher) Choose(ctx context.Context, t Turn) (Choice, error) {
	r, err := p.search.Run(ctx, t.State, p.limit.of(t).simulations())
	if err != nil {
		return Choice{}, fmt.Errorf("player: %s searches: %w", p.name, err)
	}
	return Choice{Move: r.Moves[r.Best], Value: r.Value, Judged: true, Nodes: r.Simulations}, nil
}
