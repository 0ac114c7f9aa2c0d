package mcts

import (
	"fmt"
	"time"

	"epaminondas/internal/base/noun"
	"epaminondas/mcts/threat"
)

// The names of the root policies.
const (
	RootGumbel = "gumbel"
	RootPUCT   = "puct"
)

// A Config has the settings of a search. Start from [Default].
type Config struct {
	// Root is the search method, "gumbel" or "puct". It decides how moves are
	// chosen at the root and below it, and what the policy target is.
	Root string `toml:"root"`

	// Noise makes the root explore, as in self-play: Gumbel noise, or Dirichlet
	// noise and temperature with PUCT. Without it a search limited by
	// simulations is deterministic.
	Noise bool `toml:"noise"`

	// MaxConsidered is the number of root moves sampled for sequential halving
	// (Gumbel); the paper's and our default is 16.
	MaxConsidered int `toml:"max_considered"`
	// CVisit and CScale scale Q in the logits: (c_visit + max N) c_scale Q, Q in [-1,1] (Gumbel).
	// The paper has 50 and 1 for Q in [0,1]. A CScale of 0.5 means the same here. A smaller value
	// is safer with an untrained network, whose Q is noise.
	CVisit float64 `toml:"c_visit"`
	CScale float64 `toml:"c_scale"`

	// CPUCT and CPUCTBase set the exploration, c_puct + log((N+base+1)/base)
	// (PUCT); AlphaZero has 1.25 and 19652.
	CPUCT     float64 `toml:"c_puct"`
	CPUCTBase float64 `toml:"c_puct_base"`
	// FPU is the first-play urgency: an unvisited move has the value of its position minus FPU
	// times a root (PUCT). The root is the square root of the sum of the visited moves' priors.
	FPU float64 `toml:"fpu"`
	// Minimax is the share of the minimax value of the visited subtree in the value of a move. The rest
	// is the mean of all visits (PUCT).
	Minimax float64 `toml:"minimax"`
	// DirichletFraction is the share of the root's prior that Dirichlet noise replaces. The
	// parameters of the noise add up to DirichletConcentration for any number of moves (PUCT).
	// AlphaZero's 0.3 in chess and 0.03 in Go give a total of about 10.
	DirichletFraction      float64 `toml:"dirichlet_fraction"`
	DirichletConcentration float64 `toml:"dirichlet_concentration"`
	// Temperature is the temperature of the visit counts from which the search draws its move
	// before ply TemperaturePlies. From there on it plays the best move (PUCT, only with Noise).
	Temperature      float64 `toml:"temperature"`
	TemperaturePlies int     `toml:"temperature_plies"`

	// PriorTemperature flattens the prior of every position: each P becomes P^(1/T), divided by the
	// new sum. Above 1 the search tries more moves, and it tries overlooked moves sooner. The
	// policy target does not see it. 0.5 to 10; 1 changes nothing.
	PriorTemperature float64 `toml:"prior_temperature"`

	// TacticalShare is the share of each position's prior that the search spreads evenly over the
	// tactical moves: the captures and the moves that land on the far row. So the search tries them
	// even where the evaluator overlooks them. The policy target does not see it. 0 to 0.9.
	TacticalShare float64 `toml:"tactical_share"`

	// ThreatNodes is the budget of the threat search (package threat), in positions; 0 for none.
	// The threat search tries to prove each new position of the tree in which a crossing is near.
	ThreatNodes int `toml:"threat_nodes"`
	// RootThreatNodes is the budget of the threat search of the root; 0 for none.
	RootThreatNodes int `toml:"root_threat_nodes"`

	// MaxDepth is the length of the longest line, in plies. A position at its end keeps the
	// evaluator's value.
	MaxDepth int `toml:"max_depth"`
	// MemoryMiB limits the memory of the tree. A search that reaches the limit ends. The memory in
	// use is up to twice as much, because the search keeps its last tree for reuse.
	MemoryMiB int `toml:"memory_mib"`
}

// Default returns a Gumbel search with noise.
func Default() Config {
	return Config{
		Root:                   RootGumbel,
		Noise:                  true,
		MaxConsidered:          16,
		CVisit:                 50,
		CScale:                 0.5,
		CPUCT:                  1.25,
		CPUCTBase:              19652,
		FPU:                    0.2,
		DirichletFraction:      0.25,
		DirichletConcentration: 10,
		Temperature:            1,
		TemperaturePlies:       30,
		PriorTemperature:       1,
		MaxDepth:               256,
		MemoryMiB:              1024,
	}
}

// Play returns the search with which a trained network plays: PUCT without noise. It continues from
// the tree of the last search of the same game, and it does not need to know its limit beforehand.
func Play() Config {
	cfg := Default()
	cfg.Root, cfg.Noise = RootPUCT, false
	cfg.CPUCT, cfg.PriorTemperature, cfg.TacticalShare = 2, 2, 0.2
	cfg.Minimax = 0.3
	cfg.ThreatNodes, cfg.RootThreatNodes = 100, 1000
	return cfg
}

// Validate reports the first setting outside its range.
func (c Config) Validate() error {
	if c.Root != RootGumbel && c.Root != RootPUCT {
		return fmt.Errorf("mcts: root = %q: want %q or %q", c.Root, RootGumbel, RootPUCT)
	}
	for _, r := range []struct {
		key             string
		value, min, max float64
	}{
		{"max_considered", float64(c.MaxConsidered), 1, 1 << 16},
		{"c_visit", c.CVisit, 0, 1e6},
		{"c_scale", c.CScale, 0, 1e3},
		{"c_puct", c.CPUCT, 0, 1e3},
		{"c_puct_base", c.CPUCTBase, 1, 1e12},
		{"fpu", c.FPU, 0, 2},
		{"minimax", c.Minimax, 0, 1},
		{"dirichlet_fraction", c.DirichletFraction, 0, 1},
		{"dirichlet_concentration", c.DirichletConcentration, 1e-3, 1e6},
		{"temperature", c.Temperature, 0, 100},
		{"temperature_plies", float64(c.TemperaturePlies), 0, 1 << 20},
		{"prior_temperature", c.PriorTemperature, 0.5, 10},
		{"tactical_share", c.TacticalShare, 0, 0.9},
		{"threat_nodes", float64(c.ThreatNodes), 0, threat.MaxNodes},
		{"root_threat_nodes", float64(c.RootThreatNodes), 0, threat.MaxNodes},
		{"max_depth", float64(c.MaxDepth), 1, 1 << 16},
		{"memory_mib", float64(c.MemoryMiB), 1, 16 << 10},
	} {
		if !(r.value >= r.min && r.value <= r.max) { // also refuses NaN
			return fmt.Errorf("mcts: %s = %v: want %v to %v", r.key, r.value, r.min, r.max)
		}
	}
	return nil
}

// A Limit ends a search. A zero field does not limit; Simulations and Time may
// not both be zero.
type Limit struct {
	// Simulations is the number of descents from the root. Each expands one more position. The
	// evaluation of the root itself does not count.
	Simulations int
	// Time is counted from the start of the search. Gumbel divides it among the
	// rounds of sequential halving, as it does simulations.
	Time time.Duration
	// Considered replaces the config's max_considered for one search (Gumbel).
	Considered int
}

// validate reports the first setting outside its range.
func (l Limit) validate() error {
	switch {
	case l.Simulations < 0:
		return fmt.Errorf("mcts: limit of %s: want at least 1, or 0 for no limit",
			noun.Count(l.Simulations, "simulation"))
	case l.Time < 0:
		return fmt.Errorf("mcts: limit of %v: want a positive time, or 0 for no limit", l.Time)
	case l.Simulations == 0 && l.Time == 0:
		return fmt.Errorf("mcts: search without a limit: want simulations or time")
	case l.Considered < 0:
		return fmt.Errorf("mcts: %s considered: want at least 1, or 0 for the config's number",
			noun.Count(l.Considered, "move"))
	}
	return nil
}
