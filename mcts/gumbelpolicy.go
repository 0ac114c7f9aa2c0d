package mcts

import "math/rand/v2"

// A gumbelPolicy searches as Gumbel AlphaZero does. It searches the root by sequential halving.
// Below the root it selects moves so that the visits follow the improved policy, which is also the
// policy target.
type gumbelPolicy struct {
	gumbel
	halving    halving
	considered int        // root moves
	noise      *rand.Rand // nil for none
}

func newGumbelPolicy(cfg Config, rng *rand.Rand) *gumbelPolicy {
	p := &gumbelPolicy{gumbel: newGumbel(cfg), considered: cfg.MaxConsidered}
	if cfg.Noise {
		p.noise = rng
	}
	return p
}

func (p *gumbelPolicy) traits() traits { return traits{} }

func (p *gumbelPolicy) begin(t *tree, limit Limit) {
	considered := p.considered
	if limit.Considered > 0 {
		considered = limit.Considered
	}
	p.halving.begin(t, considered, p.noise)
}

func (p *gumbelPolicy) end(*tree) {}

func (p *gumbelPolicy) next(t *tree, b *budget) int32 { return p.halving.next(t, &p.gumbel, b) }

func (p *gumbelPolicy) simulated(t *tree) { p.halving.replaceRefuted(t, &p.gumbel) }

func (p *gumbelPolicy) completeQ(t *tree, q []float32) { p.gumbel.completedQ(t, q) }

func (p *gumbelPolicy) conclude(t *tree, r *Result) (value float32, best int) {
	sigma := p.gumbel.completedQ(t, r.Q)
	v := improvedPolicy(t, r.Prior, r.Q, sigma, r.Policy)
	return float32(v), int(p.halving.best(t, &p.gumbel))
}

func (p *gumbelPolicy) draw(r *Result, _ int) int { return r.Best }
