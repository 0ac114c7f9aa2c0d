package judge

import (
	"math/rand/v2"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/engine/solve"
	"epaminondas/internal/match/player"
	"epaminondas/mcts"
	"epaminondas/net"
)

// judgedNetworks returns two networks with random weights.
func judgedNetworks(t *testing.T) []player.Network {
	t.Helper()
	var list []player.Network
	for seed, name := range []string{"first", "second"} {
		weights, err := net.NewWeights(net.Config{Blocks: 1, Channels: 4, ValueHidden: 4},
			rand.New(rand.NewPCG(uint64(seed), 1)))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, player.Network{Name: name, Network: backend.MustOpen(weights),
			Search: mcts.Play()})
	}
	return list
}

// TestJudgement judges two networks. Each report compares the second with the first.
func TestJudgement(t *testing.T) {
	b := game.MustBoard("epaminondas:3x5x1")
	table, err := solve.Solve(t.Context(), b.Rules(), nil)
	if err != nil {
		t.Fatal(err)
	}
	j := Judgement{Networks: judgedNetworks(t), Seed: 1, Parallel: 2,
		Bench: &TestSet{Board: b, Positions: table.Sample(40, 1), Reference: Exact{Table: table}}}
	var reports []*Report
	for _, kind := range Kinds() {
		report, err := j.Run(t.Context(), kind)
		if err != nil || len(report.Players) != 2 || report.Players[1].Name != "second" ||
			report.Players[1].Against == nil || report.Positions != 40 {
			t.Fatalf("%+v, %v", report, err)
		}
		reports = append(reports, report)
	}
	if policy, search := reports[0].Players[0], reports[1].Players[0]; policy.Value == search.Value {
		t.Errorf("a search of %d simulations has the value of the policy, %+v", judgedSimulations,
			policy.Value)
	}
}
