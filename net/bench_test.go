package net

import (
	"fmt"
	"sync"
	"testing"

	"epaminondas/game"
	"epaminondas/net/kernel"
)

// benchNetworks are the networks of the benchmarks: small boards, then three sizes on the full one.
var benchNetworks = []struct {
	name, rules      string
	blocks, channels int
}{
	{"4x6-3x24", "epaminondas:4x6x1", 3, 24},
	{"8x8-4x32", "epaminondas:8x8", 4, 32},
	{"14x12-4x32", "epaminondas", 4, 32},
	{"14x12-6x64", "epaminondas", 6, 64},
	{"14x12-10x128", "epaminondas", 10, 128},
}

// question is a position to evaluate with its moves.
type question struct {
	state game.State
	moves []game.Move
	prior []float32
}

// questions returns positions of random games from start to middle, moves with room for more.
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
		b.Run(rules, func(b *testing.B) {
			list := questions(b, rules)
			board, n := newBoard(b, rules), 0
			e := NewEncoder(board)
			image := make([]float32, kernel.PaddedLen(board.Height(), board.Width(), Planes))
			for b.Loop() {
				e.Encode(&list[n%len(list)].state, image)
				n++
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

func BenchmarkEvaluate(b *testing.B) {
	for _, test := range benchNetworks {
		w := noisyWeights(b, Config{Blocks: test.blocks, Channels: test.channels, PoolEvery: 2, ValueHidden: 32}, 27)
		network := NewNetwork(w)
		for _, goroutines := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/goroutines=%d", test.name, goroutines), func(b *testing.B) {
				benchmarkEvaluate(b, network, test.rules, goroutines)
			})
		}
	}
}

// benchmarkEvaluate makes b.N evaluations, shared by goroutines with an evaluator each.
func benchmarkEvaluate(b *testing.B, network *Network, rules string, goroutines int) {
	board := newBoard(b, rules)
	var wait sync.WaitGroup
	defer func() { b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "evaluations/s") }()
	evaluate := func(e *Evaluator, list []question, n int) {
		defer wait.Done()
		for i := range n {
			q := &list[i%len(list)]
			if _, err := e.Evaluate(&q.state, q.moves, q.prior); err != nil {
				b.Error(err)
			}
		}
	}
	evaluators, lists := make([]*Evaluator, goroutines), make([][]question, goroutines)
	for g := range goroutines {
		evaluators[g], lists[g] = network.NewEvaluator(board), questions(b, rules)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for g := range goroutines {
		wait.Add(1)
		go evaluate(evaluators[g], lists[g], (b.N+g)/goroutines)
	}
	wait.Wait()
}
