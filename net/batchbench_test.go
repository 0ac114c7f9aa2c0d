package net

import (
	"fmt"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/process"
)

// batchNetworks are the networks for which batches may be faster, beside benchNetworks.
var batchNetworks = []benchNetwork{
	{"14x12-6x96", "epaminondas", 6, 96, 0},
	{"8x8-6x64", "epaminondas:8x8", 6, 64, 0},
	{"8x8-6x96", "epaminondas:8x8", 6, 96, 0},
	{"8x8-10x128", "epaminondas:8x8", 10, 128, 0},
}

// BenchmarkBatch compares batches with single evaluations, in turns and in one goroutine. The figures are
// positions a second of processor time, because other programs may use the cores too.
func BenchmarkBatch(b *testing.B) {
	for _, test := range append(benchNetworks, batchNetworks...) {
		network := NewNetwork(noisyWeights(b, Config{Blocks: test.blocks, Channels: test.channels,
			PoolEvery: 2, ValueHidden: 32, Planes: test.planes}, 27))
		board, list := game.MustBoard(test.rules), questions(b, test.rules)
		for size := 1; size <= positionsInTurn; size *= 2 {
			b.Run(fmt.Sprintf("%s/size=%d", test.name, size), func(b *testing.B) {
				benchmarkBatch(b, network, board, requestsOf(list, positionsInTurn), size)
			})
		}
	}
}

// positionsInTurn is the number of positions in a turn of [BenchmarkBatch].
const positionsInTurn = 64

// benchmarkBatch evaluates requests one at a time, and then in batches of a size that divides their number.
func benchmarkBatch(b *testing.B, network *Network, board *game.Board, requests []*Request, size int) {
	e, batch := network.NewEvaluator(board), network.NewBatch(board, size)
	var single, batched time.Duration
	positions := 0
	for ; positions < b.N; positions += len(requests) {
		single += processorTime(b, func() {
			for _, r := range requests {
				r.Prediction, r.Err = e.Predict(r.State, r.Moves, r.Prior)
			}
		})
		batched += processorTime(b, func() { batch.Evaluate(requests) })
	}
	for _, r := range requests {
		if r.Err != nil {
			b.Error(r.Err)
		}
	}
	b.ReportMetric(float64(positions)/single.Seconds(), "single/cpu-s")
	b.ReportMetric(float64(positions)/batched.Seconds(), "batched/cpu-s")
	b.ReportMetric(single.Seconds()/batched.Seconds(), "ratio")
	b.ReportMetric(0, "ns/op") // of both together, so it says nothing
}

// processorTime returns the processor time that f takes.
func processorTime(b *testing.B, f func()) time.Duration {
	before, ok := process.Time()
	if !ok {
		b.Skip("the system does not report processor time")
	}
	f()
	after, _ := process.Time()
	return after - before
}
