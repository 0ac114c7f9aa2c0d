package train

import (
	"fmt"
	"testing"
	"time"

	"gorgonia.org/gorgonia"

	"epaminondas/game"
	"epaminondas/net"
	"epaminondas/net/train/hyper"
)

// BenchmarkStep measures training in positions a second. It compares training with inference: it
// reports the cost of a training position in evaluations. It reports the shares of a step's time
// for filling the batch, for gorgonia outside of our operations, and for the optimizer.
func BenchmarkStep(b *testing.B) {
	for _, c := range []struct {
		rules                   string
		blocks, channels, batch int
	}{
		{"epaminondas:4x6x1", 3, 24, 128},
		{"epaminondas:8x8", 4, 32, 256},
		{"epaminondas", 4, 32, 256},
		{"epaminondas", 6, 64, 256},
	} {
		for _, threads := range []int{1, 2} {
			name := fmt.Sprintf("%s-%dx%d/batch=%d/threads=%d", c.rules, c.blocks, c.channels, c.batch,
				threads)
			b.Run(name, func(b *testing.B) {
				board := game.MustBoard(c.rules)
				weights := newWeights(b, net.Config{Blocks: c.blocks, Channels: c.channels, PoolEvery: 2,
					ValueHidden: 32}, 1)
				cfg := hyper.Default()
				cfg.BatchSize, cfg.Threads = c.batch, threads
				benchmarkStep(b, cfg, board, weights)
			})
		}
	}
}

// BenchmarkOptimizers measures small steps of a small network, in which the optimizer takes the largest
// share.
func BenchmarkOptimizers(b *testing.B) {
	for _, optimizer := range []hyper.Optimizer{hyper.AdamW, hyper.Muon} {
		b.Run(string(optimizer), func(b *testing.B) {
			board := game.MustBoard("epaminondas:8x8")
			weights := newWeights(b, net.Config{Blocks: 2, Channels: 32, PoolEvery: 1, ValueHidden: 32}, 1)
			cfg := hyper.Default()
			cfg.BatchSize, cfg.Optimizer = 64, optimizer
			benchmarkStep(b, cfg, board, weights)
		})
	}
}

func benchmarkStep(b *testing.B, cfg hyper.Config, board *game.Board, weights *net.Weights) {
	samples := randomSamples(b, board, cfg.BatchSize, 2)
	evaluations := evaluationsPerSecond(b, board, weights, samples)
	t := newTrainer(b, cfg, board, weights)
	step := func() {
		if _, err := t.Step(samples, 1); err != nil {
			b.Fatal(err)
		}
	}
	step() // the first step touches all memory for the first time
	b.ReportAllocs()
	for b.Loop() {
		step()
	}
	positions := float64(b.N*cfg.BatchSize) / b.Elapsed().Seconds()
	b.ReportMetric(positions, "positions/s")
	b.ReportMetric(evaluations*float64(cfg.Threads)/positions, "evaluations/position")
	reportShares(b, t, samples)
}

// reportShares reports the shares for some more steps.
func reportShares(b *testing.B, t *Trainer, samples []Sample) {
	ours := watchOps(t.graph)
	timed := func(f func() error) time.Duration {
		start := time.Now()
		if err := f(); err != nil {
			b.Fatal(err)
		}
		return time.Since(start)
	}
	var data, graph, solver time.Duration
	for range 3 {
		data += timed(func() error { return t.batch.fill(samples) })
		graph += timed(func() error { _, err := t.run(); return err })
		solver += timed(func() error { return t.solver.Step(t.model) })
	}
	all := float64(data + graph + solver)
	b.ReportMetric(100*float64(data)/all, "%data")
	b.ReportMetric(100*float64(graph-*ours)/all, "%gorgonia")
	b.ReportMetric(100*float64(solver)/all, "%solver")
}

// watchOps measures, from now on, the time that our operations of a graph take. It returns a
// pointer to the sum.
func watchOps(graph *gorgonia.ExprGraph) *time.Duration {
	total := new(time.Duration)
	for _, n := range graph.AllNodes() {
		if o, ok := n.Op().(*op); ok {
			do := o.do
			o.do = func(out []float32, in []values) {
				start := time.Now()
				do(out, in)
				*total += time.Since(start)
			}
		}
	}
	return total
}

// evaluationsPerSecond returns the number of positions that one thread of the engine evaluates in a
// second.
func evaluationsPerSecond(tb testing.TB, board *game.Board, weights *net.Weights, samples []Sample) float64 {
	tb.Helper()
	engine := net.NewNetwork(weights).NewEvaluator(board)
	prior := make([]float32, mostMoves(board))
	start, n := time.Now(), 0
	for ; time.Since(start) < 200*time.Millisecond; n++ {
		s := &samples[n%len(samples)]
		if _, err := engine.Evaluate(&s.State, s.Moves, prior[:len(s.Moves)]); err != nil {
			tb.Fatal(err)
		}
	}
	return float64(n) / time.Since(start).Seconds()
}
