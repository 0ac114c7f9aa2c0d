package arena

import (
	"testing"

	"epaminondas/game"
	"epaminondas/internal/player"
)

// board returns the board of the named rules.
func board(t testing.TB, name string) *game.Board {
	t.Helper()
	rules, err := game.ParseRules(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := game.NewBoard(rules)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// contestant returns the player that is written so.
func contestant(t testing.TB, b *game.Board, text string) player.Contestant {
	t.Helper()
	spec, err := player.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := spec.Contestant(b)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// position reads a position text.
func position(t testing.TB, b *game.Board, text string) game.State {
	t.Helper()
	s, err := b.ParseState(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
