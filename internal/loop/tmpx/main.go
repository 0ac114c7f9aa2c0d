package main

import (
	"context"
	"fmt"
	"os"

	"epaminondas/game"
	"epaminondas/internal/arena"
	"epaminondas/internal/solve"
	"epaminondas/mcts"
	"epaminondas/net"
)

func main() {
	r, _ := game.ParseRules("epaminondas:4x6x1,max_plies=60,limit=draw")
	t, err := solve.Load(context.Background(), r, "", func(int64, int64) {})
	if err != nil {
		panic(err)
	}
	ps := t.Sample(2000, 1)
	c, err := net.LoadCheckpoint(os.Args[1])
	if err != nil {
		panic(err)
	}
	n := net.NewNetwork(c.Weights)
	try := func(name string, f func(*mcts.Config)) {
		cfg := mcts.Default()
		f(&cfg)
		e, err := arena.MeasureExact(context.Background(), arena.ExactTrial{Table: t, Positions: ps, Model: arena.Model{Name: name, Network: n}, Search: cfg, Simulations: 32, Parallel: 2})
		if err != nil {
			panic(err)
		}
		fmt.Printf("%-28s policy %.1f%% search %.1f%% won %.1f drawn %.1f\n", name, 100*e.Policy.All.Rate, 100*e.Search.All.Rate, 100*e.Search.Won.Rate, 100*e.Search.Drawn.Rate)
	}
	for _, k := range []int{4, 8, 16, 32} {
		for _, cs := range []float64{0.25, 0.5, 1, 2} {
			try(fmt.Sprint("gumbel k=", k, " c_scale=", cs), func(c *mcts.Config) { c.MaxConsidered = k; c.CScale = cs })
		}
	}
	for _, cp := range []float64{0.4, 0.8, 1.25, 2} {
		for _, f := range []float64{0, 0.2, 0.5} {
			try(fmt.Sprint("puct c=", cp, " fpu=", f), func(c *mcts.Config) { c.Root = "puct"; c.CPUCT = cp; c.FPU = f })
		}
	}
}
