package player

import (
	"context"
	"fmt"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/net"
)

// searcher plays what a tree search finds.
type searcher struct {
	name   string
	limit  searchLimit
	source *rand.PCG // of the search
	search *mcts.Search
	seed   func(uint64) // seeds an evaluator that draws; nil if it does not
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
func (p *searcher) Close() error { return nil }

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

// playSearch returns the search with which a network plays.
func playSearch(n *net.Network) (mcts.Config, error) { return mcts.Play().Tuned(n.Search()) }

// NetContestant makes players that search with a network. The search is cfg
// without its noise; the players share the network's weights.
func NetContestant(name string, n *net.Network, b *game.Board, cfg mcts.Config, simulations mcts.Limit) Contestant {
	own := searchLimit{limit: limit{nodes: simulations.Simulations, time: simulations.Time}}
	return netContestant(name, n, b, cfg, own)
}

func netContestant(name string, n *net.Network, b *game.Board, cfg mcts.Config, limit searchLimit) Contestant {
	return Contestant{Name: name, New: func(context.Context) (Player, error) {
		return newSearcher(name, cfg, n.NewEvaluator(b), limit)
	}}
}

// uniformContestant makes players that search with no knowledge at all.
func uniformContestant(name string, limit searchLimit) Contestant {
	return Contestant{Name: name, New: func(context.Context) (Player, error) {
		return newSearcher(name, mcts.Play(), mcts.Uniform{}, limit)
	}}
}

// rolloutContestant makes players that search with random games.
func rolloutContestant(name string, limit searchLimit) Contestant {
	return Contestant{Name: name, New: func(context.Context) (Player, error) {
		eval := &rollout{}
		p, err := newSearcher(name, mcts.Play(), eval, limit)
		if err != nil {
			return nil, err
		}
		p.seed = func(seed uint64) { eval.seed = seed }
		return p, nil
	}}
}
