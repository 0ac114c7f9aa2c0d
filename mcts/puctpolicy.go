package mcts

import (
	"math/rand/v2"
	"slices"
)

// A puctPolicy searches as AlphaZero does. It mixes Dirichlet noise into the root's prior, and its
// policy target is the share of the visits.
type puctPolicy struct {
	c, base, fpu float64 // see selectEdge

	cfg      Config
	rng      *rand.Rand
	gumbel   gumbel    // completes Q
	original []float32 // [A] the root's prior without noise
	noisy    []float32 // [A]
}

func newPUCTPolicy(cfg Config, rng *rand.Rand) *puctPolicy {
	return &puctPolicy{
		c: cfg.CPUCT, base: cfg.CPUCTBase, fpu: cfg.FPU,
		cfg: cfg, rng: rng, gumbel: newGumbel(cfg),
	}
}

func (p *puctPolicy) traits() traits {
	return traits{continues: true, transposes: true, minimax: p.cfg.Minimax}
}

// begin mixes noise into the root's prior. end removes it.
func (p *puctPolicy) begin(t *tree, _ Limit) {
	if !p.cfg.Noise {
		return
	}
	from, to := t.edges(0)
	prior := t.prior[from:to]
	p.original = append(p.original[:0], prior...)
	p.noisy = resized(p.noisy, len(prior))
	mixDirichlet(p.noisy, prior, p.cfg.DirichletFraction, p.cfg.DirichletConcentration, p.rng)
	t.setPrior(0, p.noisy)
}

func (p *puctPolicy) end(t *tree) {
	if p.cfg.Noise {
		t.setPrior(0, p.original)
	}
}

func (p *puctPolicy) next(t *tree, _ *budget) int32 { return p.selectEdge(t, 0) }

func (p *puctPolicy) simulated(*tree) {}

func (p *puctPolicy) completeQ(t *tree, q []float32) { p.gumbel.completedQ(t, q) }

func (p *puctPolicy) conclude(t *tree, r *Result) (value float32, best int) {
	p.completeQ(t, r.Q)
	visitPolicy(t, r.Policy)
	return float32(t.mean[0]), p.cfg.Choose(r.Prior, r.Q, r.Policy, slices.Max(r.Visits))
}

// draw draws the move by the visits in the opening of a game with noise.
func (p *puctPolicy) draw(r *Result, ply int) int {
	if !p.cfg.Noise || ply >= p.cfg.TemperaturePlies || r.Proof != Unknown {
		return r.Best
	}
	return SampleMove(r.Policy, p.cfg.Temperature, p.rng)
}
