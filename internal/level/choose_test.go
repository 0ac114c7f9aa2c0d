package level

import (
	"math/rand/v2"
	"testing"

	"epaminondas/internal/alphabeta"
)

// A draw follows the softmax of the values, and takes the best without a spread.
func TestDrawLine(t *testing.T) {
	lines := []alphabeta.Line{{Value: 0.5}, {Value: 0.5}, {Value: -0.5}}
	rng := rand.New(rand.NewPCG(1, 1))
	var times [3]int
	for range 10_000 {
		times[drawLine(lines, 0.5, rng)]++
	}
	want := [3]float64{4683, 4683, 634} // 1, 1 and e^-2 of their sum
	for i := range times {
		if d := float64(times[i]) - want[i]; d < -150 || d > 150 {
			t.Errorf("line %d is drawn %d times of 10000, want about %.0f", i, times[i], want[i])
		}
	}
	if drawLine(lines, 0, rng) != 0 {
		t.Error("without a spread the best line is not drawn")
	}
}
