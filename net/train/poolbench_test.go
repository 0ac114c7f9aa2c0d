package train

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/net"
	"epaminondas/net/train/hyper"
)

// BenchmarkPooling takes steps with a network that pools over the board and with one that also pools
// over rows and columns, in turns. It reports the ratios of the fastest tenth and of the median.
func BenchmarkPooling(b *testing.B) {
	for _, rules := range []string{"epaminondas:8x8", "epaminondas"} {
		for _, shape := range [][2]int{{4, 32}, {6, 48}} {
			b.Run(fmt.Sprintf("%s/%dx%d", rules, shape[0], shape[1]), func(b *testing.B) {
				cfg := net.Config{Blocks: shape[0], Channels: shape[1], PoolEvery: 2, ValueHidden: 32}
				benchmarkPooling(b, rules, cfg)
			})
		}
	}
}

func benchmarkPooling(b *testing.B, rules string, cfg net.Config) {
	board, learn := game.MustBoard(rules), hyper.Default()
	learn.BatchSize, learn.Threads = 16, 1 // so few that most steps are not interrupted
	samples := randomSamples(b, board, learn.BatchSize, 2)
	var trainers [2]*Trainer
	for i, pooling := range []net.Pooling{net.PoolBoard, net.PoolLines} {
		cfg.Pooling = pooling
		trainers[i] = newTrainer(b, learn, board, newWeights(b, cfg, 1))
	}
	var times [2][]time.Duration
	for b.Loop() {
		for i, t := range trainers {
			start := time.Now()
			if _, err := t.Step(samples, 1); err != nil {
				b.Fatal(err)
			}
			times[i] = append(times[i], time.Since(start))
		}
	}
	for name, at := range map[string]int{"x/fast": len(times[0]) / 10, "x/median": len(times[0]) / 2} {
		slices.Sort(times[0])
		slices.Sort(times[1])
		b.ReportMetric(times[1][at].Seconds()/times[0][at].Seconds(), name)
	}
}
