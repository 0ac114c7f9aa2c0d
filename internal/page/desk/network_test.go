package desk

import (
	"reflect"
	"testing"

	"epaminondas/game"
	"epaminondas/mcts"
)

// The ranking has the move to play first, then proven wins, open moves by visits and proven losses.
// It leaves out moves that the search knows nothing about.
func TestRanking(t *testing.T) {
	r := &mcts.Result{
		Moves: make([]game.Move, 6), Best: 2, Visits: []int32{0, 3, 9, 0, 5, 0}, Prior: make([]float32, 6),
		Proven: []mcts.Proof{mcts.Loss, mcts.Unknown, mcts.Unknown, mcts.Unknown, mcts.Unknown, mcts.Win},
	}
	if got, want := ranking(r), []int{2, 5, 4, 1, 0}; !reflect.DeepEqual(got, want) {
		t.Errorf("the ranking is %v, want %v", got, want)
	}
	for i, want := range []proof{"loss", "", "", "", "", "win"} {
		if got := provenMove(r, i); got != want {
			t.Errorf("move %d is %q, want %q", i, got, want)
		}
	}
}
