package rating_test

import (
	"fmt"

	"epaminondas/internal/match/rating"
)

// The anchor lost every game against one player, and most games against another player that
// sometimes beats the first. This connection makes all ratings finite.
func ExampleFit() {
	names := []string{"random", "greedy", "net"}
	var games []rating.Game
	play := func(a, b, pairs, lost int) { // a wins all pairs except the last lost pairs
		for pair := range pairs {
			score := 1.0
			if pair >= pairs-lost {
				score = 0
			}
			games = append(games,
				rating.Game{First: a, Second: b, Score: score, Pair: pair},
				rating.Game{First: b, Second: a, Score: 1 - score, Pair: pair})
		}
	}
	play(1, 0, 30, 3)
	play(2, 1, 30, 6)
	play(2, 0, 30, 0)

	r, err := rating.Fit(len(names), games, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for k, i := range r.Clustered().Intervals(0) {
		fmt.Printf("%-6s %v\n", names[k], i)
	}
	fmt.Printf("net better than greedy: %.3f\n", r.Clustered().Superiority(2, 1))
	fmt.Println(r.Prior, r.Warnings(names))

	// Output:
	// random +0 [+0, +0]
	// greedy +422 [+211, +634]
	// net    +684 [+461, +908]
	// net better than greedy: 0.999
	// false []
}
