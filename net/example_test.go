package net_test

import (
	"fmt"
	"log"
	"math"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/net"
)

// An untrained network evaluates the 8x8 start position. A network evaluates boards of any size.
func ExampleEvaluator() {
	rules, err := game.ParseRules("epaminondas:8x8")
	if err != nil {
		log.Fatal(err)
	}
	board, err := game.NewBoard(rules)
	if err != nil {
		log.Fatal(err)
	}
	weights, err := net.NewWeights(net.Default(), rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		log.Fatal(err)
	}
	evaluator := net.NewNetwork(weights).NewEvaluator(board)

	start := board.Start()
	moves := start.AppendMoves(nil)
	prior := make([]float32, len(moves))
	value, err := evaluator.Evaluate(&start, moves, prior)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d moves, even chances: %t\n", len(moves), math.Abs(float64(value)) < 0.3)
	// Output: 60 moves, even chances: true
}
