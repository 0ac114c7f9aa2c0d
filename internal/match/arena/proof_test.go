package arena

import (
	"context"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine/solve"
)

// TestProverAgreesWithTheSolvedBoard checks that the prover is never wrong on a solved board, and
// that it finds most wins.
func TestProverAgreesWithTheSolvedBoard(t *testing.T) {
	if testing.Short() {
		t.Skip("solves a board")
	}
	rules, err := game.ParseRules("epaminondas:4x4x1,limit=draw")
	if err != nil {
		t.Fatal(err)
	}
	table, err := solve.Solve(t.Context(), rules, nil)
	if err != nil {
		t.Fatal(err)
	}
	positions := table.Sample(40, 1)
	p := NewProofSearch()
	p.nodes = 20_000
	found := 0
	for i := range positions {
		s := &positions[i]
		value, err := table.Value(s)
		if err != nil {
			t.Fatal(err)
		}
		outcome, err := p.Winner(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		if outcome != game.Ongoing {
			found++
			if outcome.For(s.Turn()) != int(value) {
				t.Errorf("%s: proven %v, worth %v", s.String(), outcome, value)
			}
		}
	}
	if found < 20 {
		t.Errorf("%d of 40 positions are proven", found)
	}
}

func TestProverCancelled(t *testing.T) {
	b := game.MustBoard("epaminondas")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	start := b.Start()
	if outcome, err := NewProofSearch().Winner(ctx, &start); outcome != game.Ongoing || err != nil {
		t.Errorf("the start is %v, %v", outcome, err)
	}
}
