package solve_test

import (
	"context"
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/engine/solve"
)

// On 3x5 the side to move first wins. Five of its seven moves throw the win away.
func Example() {
	rules, err := game.ParseRules("epaminondas:3x5x1")
	if err != nil {
		fmt.Println(err)
		return
	}
	table, err := solve.Solve(context.Background(), rules, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	board, err := game.NewBoard(rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	start := board.Start()
	value, err := table.Value(&start)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("start:", value)
	for _, m := range start.AppendMoves(nil) {
		fmt.Println(start.FormatMove(m, game.RearNotation), table.Throws(&start, m))
	}
	// Output:
	// start: win
	// a1-a2 true
	// b1-b2 true
	// c1-c2 true
	// a1-b2 false
	// b1-c2 true
	// b1-a2 true
	// c1-b2 false
}
