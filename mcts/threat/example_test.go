package threat_test

import (
	"fmt"

	"epaminondas/game"
	"epaminondas/mcts/threat"
)

// White crosses twice; Black can restore the balance only once.
func Example() {
	rules, _ := game.ParseRules("epaminondas:5x6x1")
	board, _ := game.NewBoard(rules)
	s, _ := board.ParseState("...../w...w/...../...../.b.../..... w")

	search := threat.New()
	r := search.Prove(&s, 100)
	fmt.Println(r.Proof, "in", r.Plies, "plies")
	for _, m := range search.AppendLine(nil) {
		fmt.Println(s.FormatMove(m, game.RearNotation))
		s.Play(m)
	}
	// Output:
	// win in 3 plies
	// a5-a6
	// b2-b1
	// e5-e6
}
