package mcts_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/mcts"
)

// White steps onto the far row, and Black can neither capture there nor do the same. So the rules
// prove the win, for any evaluation.
func Example() {
	rules, err := game.ParseRules("epaminondas:8x8")
	if err != nil {
		log.Fatal(err)
	}
	board, err := game.NewBoard(rules)
	if err != nil {
		log.Fatal(err)
	}
	root, err := board.ParseState("......../..w...../..w...../....bbb./......../bbbb..../......../wwww.... w")
	if err != nil {
		log.Fatal(err)
	}
	search, err := mcts.New(mcts.Default(), mcts.Uniform{}, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		log.Fatal(err)
	}
	r, err := search.Run(context.Background(), &root, mcts.Limit{Simulations: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(root.FormatMove(r.Moves[r.Best], game.RearNotation), r.Proof, r.Value)
	// Output: c7-c8 win 1
}
