package net

import (
	"math"
	"testing"

	"epaminondas/game"
)

// Bounds on the difference between the engine and its float64 twin with trained weights. They are
// about three times the measured differences on these positions, on the AVX2 path and on the plain
// path.
const (
	trainedPriorBound = 2e-4 // of a prior's logarithm, which is its logit minus a constant
	trainedValueBound = 2e-5 // of the chance to win, draw or lose
)

// TestTrainedNetworkAgreesWithPlainNetwork checks the engine with trained weights, because their
// features differ from noise. It uses the board of their training and two larger boards.
func TestTrainedNetworkAgreesWithPlainNetwork(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of positions in float64")
	}
	c, err := LoadCheckpoint("testdata/trained-4x6.safetensors")
	if err != nil {
		t.Fatal(err)
	}
	network := NewNetwork(c.Weights)
	for _, test := range []struct {
		rules        string
		games, plies int
	}{
		{c.Meta.Rules, 6, 40},
		{"epaminondas:8x8", 1, 24},
		{"epaminondas", 1, 12},
	} {
		e := network.NewEvaluator(game.MustBoard(test.rules))
		var positions int
		var worst predictionError
		eachPosition(t, test.rules, test.games, test.plies, func(s *game.State, moves []game.Move) {
			positions++
			worst = worst.or(errorOf(t, e, c.Weights, s, moves))
			if !(worst.prior <= trainedPriorBound && worst.value <= trainedValueBound) {
				t.Fatalf("%s: %s: off by up to %.1e in a logit, %.1e in a value", test.rules, s,
					worst.prior, worst.value)
			}
		})
		t.Logf("%s: %d positions, off by up to %.1e in a logit, %.1e in a value", test.rules, positions,
			worst.prior, worst.value)
	}
}

// predictionError has the largest differences of a prior's logarithm and of a chance to win, draw
// or lose.
type predictionError struct{ prior, value float64 }

func (a predictionError) or(b predictionError) predictionError {
	return predictionError{max(a.prior, b.prior), max(a.value, b.value)}
}

// errorOf compares the engine with the plain network.
func errorOf(t *testing.T, e *Evaluator, w *Weights, s *game.State,
	moves []game.Move) (worst predictionError) {
	t.Helper()
	prior := make([]float32, len(moves))
	p, err := e.Predict(s, moves, prior)
	if err != nil {
		t.Fatal(err)
	}
	wantPrior, want := plainPredict(w, s, moves)
	for i, x := range prior {
		worst.prior = max(worst.prior, math.Abs(math.Log(float64(x))-math.Log(wantPrior[i])))
	}
	for i, x := range []float32{p.Win, p.Draw, p.Loss} {
		worst.value = max(worst.value, math.Abs(float64(x)-want[i]))
	}
	return worst
}
