package engine

import (
	"math/rand/v2"
	"testing"

	"epaminondas/game"
)

// TestDrawLine checks that draws follow the softmax of the values, and that a spread of 0 takes the
// best line.
func TestDrawLine(t *testing.T) {
	lines := []Line{{Value: 0.5}, {Value: 0.5}, {Value: -0.5}}
	rng := rand.New(rand.NewPCG(1, 1))
	var times [3]int
	for range 10_000 {
		times[drawLine(lines, 0.5, rng)]++
	}
	want := [3]float64{4683, 4683, 634} // weights 1, 1 and e^-2, divided by their sum
	for i := range times {
		if d := float64(times[i]) - want[i]; d < -150 || d > 150 {
			t.Errorf("line %d was drawn %d times of 10000, want about %.0f", i, times[i], want[i])
		}
	}
	if drawLine(lines, 0, rng) != 0 {
		t.Error("without a spread the best line was not drawn")
	}
}

// TestSource checks that draws depend on the seed and on the whole position, so a game does not
// repeat the draws of its last move.
func TestSource(t *testing.T) {
	s := game.MustBoard("epaminondas:4x6x1").Start()
	moved := s
	moved.Play(s.AppendMoves(nil)[0])
	later, err := s.Board().ParseState(s.String() + " 1")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[uint64]bool{}
	for _, at := range []*game.State{&s, &moved, &later} {
		for seed := range uint64(3) {
			seen[source(at, seed).Uint64()] = true
			if source(at, seed).Uint64() != source(at, seed).Uint64() {
				t.Errorf("seed %d in %s gives one draw, then another", seed, at)
			}
		}
	}
	if len(seen) != 9 {
		t.Errorf("%d draws in three positions under three seeds", len(seen))
	}
}
