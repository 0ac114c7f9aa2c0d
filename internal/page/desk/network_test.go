package desk

import (
	"reflect"
	"testing"

	"epaminondas/mcts"
)

// Of an open position only those moves lose that the search has given up; of a lost one all, and of a won one those win that are to be
// played.
func TestProvenMove(t *testing.T) {
	for p, want := range map[mcts.Proof][]proof{
		mcts.Unknown: {"loss", "", "", ""},
		mcts.Loss:    {"loss", "loss", "loss", "loss"},
		mcts.Win:     {"loss", "win", "", ""},
	} {
		r := &mcts.Result{Proof: p, Q: []float32{-1, 0.5, -1, 0}, Visits: []int32{0, 9, 3, 0}, Policy: []float32{0, 1, 0, 0}}
		var got []proof
		for i := range r.Q {
			got = append(got, provenMove(r, i))
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("proof %v: %q, want %q", p, got, want)
		}
	}
}
