package arena

import (
	"testing"

	"epaminondas/game"
	"epaminondas/internal/match/player"
)

// factory returns the player with this text.
func factory(t testing.TB, b *game.Board, text string) player.Factory {
	t.Helper()
	spec, err := player.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := spec.Factory(b)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// position parses a position text.
func position(t testing.TB, b *game.Board, text string) game.State {
	t.Helper()
	s, err := b.ParseState(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
