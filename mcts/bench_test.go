package mcts_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"epaminondas/game"
	"epaminondas/mcts"
)

// BenchmarkSearch measures expanded positions a second, from the start position with the uniform
// evaluator. This is the cost of a search without the network.
func BenchmarkSearch(b *testing.B) {
	for _, rules := range []string{"epaminondas", "crossings", "epaminondas:4x6x1"} {
		for _, root := range []string{mcts.RootGumbel, mcts.RootPUCT} {
			for _, simulations := range []int{32, 800} {
				b.Run(fmt.Sprintf("%s/%s/%d", rules, root, simulations), func(b *testing.B) {
					benchmarkSearch(b, rules, root, simulations)
				})
			}
		}
	}
}

func benchmarkSearch(b *testing.B, rules, root string, simulations int) {
	cfg := mcts.Default()
	cfg.Root = root
	s, err := mcts.New(cfg, mcts.Uniform{}, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		b.Fatal(err)
	}
	start := startOf(b, rules)
	nodes := 0
	b.ReportAllocs()
	for b.Loop() {
		s.Reset()
		r, err := s.Run(context.Background(), start, mcts.Limit{Simulations: simulations})
		if err != nil {
			b.Fatal(err)
		}
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

func startOf(t testing.TB, name string) *game.State {
	t.Helper()
	s := game.MustBoard(name).Start()
	return &s
}
