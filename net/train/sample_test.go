package train

import (
	"math"
	"strings"
	"testing"

	"epaminondas/game"
)

func TestRefusedBatches(t *testing.T) {
	board := game.MustBoard("epaminondas:3x4x1")
	tr := newTrainer(t, smallConfig(3), board, newWeights(t, small, 1))
	good := func() []Sample { return randomSamples(t, board, 3, 1) }
	for want, samples := range map[string][]Sample{
		"2 samples, want 3": good()[:2],
		"not on a board of 3x4": change(good(), func(s *Sample) {
			s.State = game.MustBoard("epaminondas:4x4x1").Start()
		}),
		"sample 1":       change(good(), func(s *Sample) { s.State = game.State{} }),
		"a policy for 1": change(good(), func(s *Sample) { s.Policy = s.Policy[:1] }),
		"replies, but a policy for 1": change(good(), func(s *Sample) {
			s.ReplyPolicy = make([]float32, 1)
			s.Reply = nil
		}),
		"weight is -1":  change(good(), func(s *Sample) { s.Weight = -1 }),
		"weight is NaN": change(good(), func(s *Sample) { s.Weight = float32(math.NaN()) }),
		"at most": change(good(), func(s *Sample) {
			s.Moves, s.Policy = make([]game.Move, 1000), make([]float32, 1000)
		}),
		"plies left": change(good(), func(s *Sample) { s.PliesLeft = -1 }),
	} {
		if _, err := tr.Step(samples, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	for _, rate := range []float64{0, -1, 1.5, math.NaN()} {
		if _, err := tr.Step(good(), rate); err == nil {
			t.Errorf("rate %v is accepted", rate)
		}
	}
	if tr.Steps() != 0 {
		t.Errorf("%d steps taken", tr.Steps())
	}
}

// change applies f to the second sample.
func change(samples []Sample, f func(*Sample)) []Sample {
	f(&samples[1])
	return samples
}
