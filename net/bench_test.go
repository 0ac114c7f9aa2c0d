package net

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/net/kernel"
)

// benchNetwork is a network of a benchmark and its board.
type benchNetwork struct {
	name, rules      string
	blocks, channels int
	planes           Groups
}

// benchNetworks are the networks of the benchmarks: small boards, then three sizes on the full one.
var benchNetworks = []benchNetwork{
	{"4x6-3x24", "epaminondas:4x6x1", 3, 24, 0},
	{"8x8-4x32", "epaminondas:8x8", 4, 32, 0},
	{"8x8-4x32-attack", "epaminondas:8x8", 4, 32, Attack},
	{"14x12-4x32", "epaminondas", 4, 32, 0},
	{"14x12-4x32-attack", "epaminondas", 4, 32, Attack},
	{"14x12-6x64", "epaminondas", 6, 64, 0},
	{"14x12-10x128", "epaminondas", 10, 128, 0},
}

// question is a position to evaluate with its moves.
type question struct {
	state game.State
	moves []game.Move
	prior []float32
}

// questions returns positions of random games from start to middle. The lists of moves have spare
// capacity.
func questions(t testing.TB, rules string) []question {
	var list []question
	ply := 0
	eachPosition(t, rules, 4, 120, func(s *game.State, moves []game.Move) {
		if ply++; ply%15 == 1 {
			list = append(list, question{*s, moves, make([]float32, len(moves))})
		}
	})
	return list
}

func BenchmarkEncode(b *testing.B) {
	for _, rules := range []string{"epaminondas:4x6x1", "epaminondas:8x8", "epaminondas"} {
		board, list := game.MustBoard(rules), questions(b, rules)
		for _, groups := range groupSets {
			e, image := NewEncoder(board, groups),
				make([]float32, kernel.PaddedLen(board.Height(), board.Width(), groups.Count()))
			for _, test := range []struct {
				name   string
				encode func(s *game.State)
			}{
				{"features", func(s *game.State) { walkThrough(e, s) }}, // for inference
				{"planes", func(s *game.State) { e.Encode(s, image) }},  // for training
			} {
				b.Run(fmt.Sprintf("%s/%v/%s", rules, groups, test.name), func(b *testing.B) {
					for n := 0; b.Loop(); n++ {
						test.encode(&list[n%len(list)].state)
					}
					b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
				})
			}
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	for _, test := range benchNetworks {
		w := noisyWeights(b, Config{Blocks: test.blocks, Channels: test.channels, PoolEvery: 2,
			ValueHidden: 32, Planes: test.planes}, 27)
		network := NewNetwork(w)
		for _, goroutines := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/goroutines=%d", test.name, goroutines), func(b *testing.B) {
				benchmarkEvaluate(b, network, test.rules, goroutines)
			})
		}
	}
}

// walkThrough encodes a position for inference; it returns the number of features.
func walkThrough(e *Encoder, s *game.State) (n int) {
	var w walk
	for w.start(e, s); w.next(); {
		n += len(w.features())
	}
	return n
}

// benchmarkEvaluate runs b.N evaluations in goroutines, each with its own evaluator. It reports the
// share of the time for encoding.
func benchmarkEvaluate(b *testing.B, network *Network, rules string, goroutines int) {
	evaluators, lists := make([]*Evaluator, goroutines), make([][]question, goroutines)
	for g := range goroutines {
		evaluators[g], lists[g] = network.NewEvaluator(game.MustBoard(rules)), questions(b, rules)
	}
	each := func(f func(e *Evaluator, q *question)) time.Duration {
		start := time.Now()
		var wait sync.WaitGroup
		for g := range goroutines {
			wait.Go(func() {
				for i := range (b.N + g) / goroutines {
					f(evaluators[g], &lists[g][i%len(lists[g])])
				}
			})
		}
		wait.Wait()
		return time.Since(start)
	}
	b.ReportAllocs()
	b.ResetTimer()
	all := each(func(e *Evaluator, q *question) {
		if _, err := e.Evaluate(&q.state, q.moves, q.prior); err != nil {
			b.Error(err)
		}
	})
	b.StopTimer()
	encoding := each(func(e *Evaluator, q *question) { walkThrough(e.encoder, &q.state) })
	b.ReportMetric(float64(b.N)/all.Seconds(), "evaluations/s")
	b.ReportMetric(100*encoding.Seconds()/all.Seconds(), "%encoding")
}
