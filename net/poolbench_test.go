package net

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"epaminondas/game"
)

// BenchmarkPooling evaluates with a network that pools over the board and with one that also pools
// over rows and columns. The two take short turns, because other programs may use the machine. It
// reports the time of the fastest tenth of the evaluations, and the ratios of these times and of the
// medians.
func BenchmarkPooling(b *testing.B) {
	for _, rules := range []string{"epaminondas:8x8", "epaminondas"} {
		for _, shape := range [][2]int{{4, 32}, {6, 48}, {6, 64}, {8, 64}} {
			b.Run(fmt.Sprintf("%s/%dx%d", rules, shape[0], shape[1]), func(b *testing.B) {
				cfg := Config{Blocks: shape[0], Channels: shape[1], PoolEvery: 2, ValueHidden: 32,
					Planes: Attack}
				benchmarkPooling(b, rules, cfg)
			})
		}
	}
}

func benchmarkPooling(b *testing.B, rules string, cfg Config) {
	var evaluators [2]*Evaluator
	for i, pooling := range []Pooling{PoolBoard, PoolLines} {
		cfg.Pooling = pooling
		evaluators[i] = NewNetwork(noisyWeights(b, cfg, 27)).NewEvaluator(game.MustBoard(rules))
	}
	list := questions(b, rules)
	var times [2][]float64 // in µs
	for n := 0; b.Loop(); n++ {
		for i, e := range evaluators {
			for k := range 10 { // the first ones fill the cache
				q, start := &list[(10*n+k)%len(list)], time.Now()
				if _, err := e.Evaluate(&q.state, q.moves, q.prior); err != nil {
					b.Fatal(err)
				}
				times[i] = append(times[i], time.Since(start).Seconds()*1e6)
			}
		}
	}
	for i, name := range []string{"board", "lines"} {
		slices.Sort(times[i])
		b.ReportMetric(times[i][len(times[i])/10], "µs/"+name)
	}
	for name, at := range map[string]int{"x/fast": len(times[0]) / 10, "x/median": len(times[0]) / 2} {
		b.ReportMetric(times[1][at]/times[0][at], name)
	}
	b.ReportMetric(0, "ns/op")
}
