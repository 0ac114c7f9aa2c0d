// Package gametest makes the boards that tests play on.
package gametest

import (
	"testing"

	"epaminondas/game"
)

// Board returns the board of the rules with the given name, which [game.ParseRules] reads. It ends
// the test if the name is wrong.
func Board(tb testing.TB, name string) *game.Board {
	tb.Helper()
	rules, err := game.ParseRules(name)
	if err != nil {
		tb.Fatal(err)
	}
	board, err := game.NewBoard(rules)
	if err != nil {
		tb.Fatal(err)
	}
	return board
}
