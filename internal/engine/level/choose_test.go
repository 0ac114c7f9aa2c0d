package level

import (
	"math"
	"math/rand/v2"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// TestDrawLine checks that draws follow the softmax of the values, and that a spread of 0 takes the
// best line.
func TestDrawLine(t *testing.T) {
	lines := []engine.Line{{Value: 0.5}, {Value: 0.5}, {Value: -0.5}}
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
	s := start(t, "epaminondas:4x6x1")
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

// torn is an evaluator that gives one move the prior 0.9, another move 0.1, and all others 0.
type torn struct{}

func (torn) Evaluate(_ *game.State, _ []game.Move, prior []float32) (float32, error) {
	clear(prior)
	prior[0], prior[1] = 0.9, 0.1
	return 0, nil
}

// TestPolicyTemperature checks that a level without a search draws from the policy at its
// temperature: p^(1/t).
func TestPolicyTemperature(t *testing.T) {
	s := start(t, "crossings")
	first := s.AppendMoves(nil)[0]
	for i, want := range []float64{0.75, 0.844} { // 3:1 and 9^(1/1.3):1
		times, n := 0, 4000
		for seed := range uint64(n) {
			c, err := byTree(t.Context(), All()[i], torn{}, &s, seed)
			if err != nil {
				t.Fatal(err)
			}
			if c.Move == first {
				times++
			}
		}
		if share := float64(times) / float64(n); math.Abs(share-want) > 0.03 {
			t.Errorf("level %d plays the better move %.3f of the time, want %.3f", i+1, share, want)
		}
	}
}

// TestSearchTemperature checks that strong levels play the best move of the search for every seed,
// and that weaker levels draw.
func TestSearchTemperature(t *testing.T) {
	s := start(t, "crossings")
	for _, i := range []int{2, 3, 4, 5} {
		l := All()[i]
		l.simulations, l.Time = 24, 0
		seen := map[game.Move]bool{}
		for seed := range uint64(40) {
			c, err := byTree(t.Context(), l, &forward{}, &s, seed)
			if err != nil {
				t.Fatal(err)
			}
			seen[c.Move] = true
		}
		if draws := len(seen) > 1; draws != (l.temperature > 0) {
			t.Errorf("level %d plays %d moves under 40 seeds", i+1, len(seen))
		}
	}
}
