package train

import (
	"fmt"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/net"
)

// BenchmarkStep measures training in positions a second and compares it with the inference engine
// of package net: a position trained on costs as much as so many evaluations.
func BenchmarkStep(b *testing.B) {
	for _, c := range []struct {
		rules                   string
		blocks, channels, batch int
	}{
		{"epaminondas:4x6x1", 2, 16, 128},
		{"epaminondas:4x6x1", 2, 16, 256},
		{"epaminondas:4x6x1", 2, 24, 128},
		{"epaminondas:8x8", 4, 32, 128},
		{"epaminondas", 4, 32, 128},
	} {
		for _, threads := range []int{1, 2} {
			name := fmt.Sprintf("%s-%dx%d/batch=%d/threads=%d", c.rules, c.blocks, c.channels, c.batch, threads)
			b.Run(name, func(b *testing.B) {
				board := newBoard(b, c.rules)
				weights := newWeights(b, net.Config{Blocks: c.blocks, Channels: c.channels, PoolEvery: 2, ValueHidden: 32}, 1)
				cfg := Default()
				cfg.BatchSize, cfg.Threads = c.batch, threads
				benchmarkStep(b, cfg, board, weights)
			})
		}
	}
}

func benchmarkStep(b *testing.B, cfg Config, board *game.Board, weights *net.Weights) {
	samples := randomSamples(b, board, cfg.BatchSize, 2)
	evaluations := evaluationsPerSecond(b, board, weights, samples)
	t := newTrainer(b, cfg, board, weights)
	for b.Loop() {
		if _, err := t.Step(samples, 1); err != nil {
			b.Fatal(err)
		}
	}
	positions := float64(b.N*cfg.BatchSize) / b.Elapsed().Seconds()
	b.ReportMetric(positions, "positions/s")
	b.ReportMetric(evaluations*float64(cfg.Threads)/positions, "evaluations/position")
}

// evaluationsPerSecond returns how many positions a second one thread of the engine scores.
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
