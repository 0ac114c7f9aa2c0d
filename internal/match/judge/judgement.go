package judge

import (
	"context"
	"fmt"

	"epaminondas/internal/match/player"
	"epaminondas/mcts"
)

// judgedSimulations is the number of simulations of the networks' search for the judge.
const judgedSimulations = 64

// JudgedKind says how the judged networks choose their moves.
type JudgedKind struct {
	Name        string
	simulations int // 0 for the first choice of the policy
}

// Kinds returns the kinds of players for the judge: the first choice of the policy, and a small
// search.
func Kinds() []JudgedKind {
	return []JudgedKind{{"policy", 0}, {fmt.Sprintf("sims=%d", judgedSimulations), judgedSimulations}}
}

// Judgement is a judgement of networks. The report compares each network with the first one.
type Judgement struct {
	Bench    *TestSet
	Networks []player.Network
	Seed     uint64
	Parallel int
	// Progress receives the progress of a task, from several goroutines. May be nil.
	Progress func(task string, done, total int)
}

// Run judges the moves of the networks.
func (j Judgement) Run(ctx context.Context, kind JudgedKind) (*Report, error) {
	t := Trial{Board: j.Bench.Board, Positions: j.Bench.Positions, Reference: j.Bench.Reference,
		Seed: j.Seed, Parallel: j.Parallel, Progress: j.Progress}
	for _, n := range j.Networks {
		c := player.PolicyFactory(n.Name, n.Network, t.Board)
		if kind.simulations > 0 {
			c = player.NetFactory(n.Name, n.Network, t.Board, mcts.Play(),
				mcts.Limit{Simulations: kind.simulations})
		}
		t.Players = append(t.Players, c)
	}
	return Run(ctx, t)
}
