package api

import (
	"reflect"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// The page shows the moves that a tree search tried or proved, and always the move to play.
func TestKnownLines(t *testing.T) {
	lines := []engine.Line{{Move: 1}, {Move: 2, Visits: 3}, {Move: 3}, {Move: 4, Proof: engine.Loss}}
	var got []game.Move
	for _, l := range known(lines) {
		got = append(got, l.Move)
	}
	if want := []game.Move{1, 2, 4}; !reflect.DeepEqual(got, want) {
		t.Errorf("the lines are %v, want %v", got, want)
	}
}
