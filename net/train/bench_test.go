package train

import (
	"fmt"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/net"
)

// BenchmarkStep measures training in positions a second, and evaluates the same network for
// comparison: a step costs as many evaluations a position as "evaluations/position" says.
func BenchmarkStep(b *testing.B) {
	for _, c := range []struct {
		rules            string
		blocks, channels int
		batch            int
	}{
		{"epaminondas:4x6x1", 2, 16, 256},
		{"epaminondas:4x6x1", 2, 24, 128},
		{"epaminondas:8x8", 4, 32, 128},
		{"epaminondas", 4, 32, 128},
	} {
		board := newBoard(b, c.rules)
		shape := net.Config{Blocks: c.blocks, Channels: c.channels, PoolEvery: 2, ValueHidden: 32}
		weights := newWeights(b, shape, 1)
		samples := randomSamples(b, board, c.batch, 2)
		rate := evaluationsPerSecond(b, board, weights, samples)
		for _, threads := range []int{1, 2} {
			cfg := Default()
			cfg.BatchSize, cfg.Threads = c.batch, threads
			b.Run(fmt.Sprintf("%s/%dx%d/batch%d/threads%d", c.rules, c.blocks, c.channels, c.batch, threads), func(b *testing.B) {
				t, err := New(cfg, board, weights)
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if _, err := t.Step(samples, 1); err != nil {
						b.Fatal(err)
					}
				}
				positions := float64(b.N*c.batch) / b.Elapsed().Seconds()
				b.ReportMetric(positions, "positions/s")
				b.ReportMetric(rate*float64(threads)/positions, "evaluations/position")
			})
		}
	}
}

// evaluationsPerSecond returns how many positions a second the inference engine scores.
func evaluationsPerSecond(tb testing.TB, board *game.Board, weights *net.Weights, samples []Sample) float64 {
	tb.Helper()
	e := net.NewNetwork(weights).NewEvaluator(board)
	prior := make([]float32, mostMoves(board))
	start, n := time.Now(), 0
	for ; time.Since(start) < 200*time.Millisecond; n++ {
		s := &samples[n%len(samples)]
		if _, err := e.Evaluate(&s.State, s.Moves, prior[:len(s.Moves)]); err != nil {
			tb.Fatal(err)
		}
	}
	return float64(n) / time.Since(start).Seconds()
}
