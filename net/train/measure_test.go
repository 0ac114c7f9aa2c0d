package train

import (
	"math"
	"testing"

	"epaminondas/game"
	"epaminondas/net/train/hyper"
)

// TestMeasure checks all figures of a network whose weights are zero. This network gives every move
// and every outcome the same probability.
func TestMeasure(t *testing.T) {
	board := game.MustBoard("epaminondas:3x4x1")
	weights := newWeights(t, small, 1)
	for _, p := range weights.Params {
		clear(p.Data)
	}
	samples := randomSamples(t, board, 3, 5)
	var policy float64
	for i := range samples {
		s := &samples[i]
		s.Weight = float32(i) // the first has no weight
		s.Value = [3]float32{0.5, 0.25, 0.25}
		clear(s.Policy)
		if i == 1 {
			s.Policy[0] = 1
		} else {
			s.Policy[1], s.Policy[2] = 0.5, 0.5
		}
		policy += float64(i) / 3 * math.Log(float64(len(s.Moves)))
	}
	got := losses(t, board, weights, samples)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"policy", got.Policy, policy},
		{"target entropy", got.PolicyTargetEntropy, 2.0 / 3 * math.Log(2)},
		{"agreement", got.PolicyAgreement, 1.0 / 3},
		{"value", got.Value, math.Log(3)},
		{"value error", got.ValueError, 0.25},
		{"occupation", headLoss(got, "occupation"), math.Log(3)},
	} {
		if math.Abs(c.got-c.want) > 1e-6 {
			t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
		}
	}
	cfg := hyper.Default()
	total := cfg.PolicyWeight*got.Policy + cfg.ValueWeight*got.Value + cfg.ReplyWeight*headLoss(got,
		"reply") +
		cfg.OccupationWeight*headLoss(got, "occupation") + cfg.PliesWeight*headLoss(got, "plies")
	if math.Abs(got.Total-total) > 1e-6 {
		t.Errorf("total is %v, want %v", got.Total, total)
	}
}
