package learning

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"epaminondas/net"
	"epaminondas/net/train"
	"epaminondas/replay"
)

// TestLearnsLikeARun compares the saved weights with a plain loop over the same games: the first
// weights, the samples, the schedule and the averaged weights are those of a run.
func TestLearnsLikeARun(t *testing.T) {
	e := experiment(t, 40, "other:seed=9,replay.game_weight=3,train.cooldown=0.5,target.lambda=0.5")
	e.Save = t.TempDir()
	r := result(t, e)
	w, err := e.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, candidate := range e.Candidates {
		c := candidate.Config
		window := replay.WindowConfig{Min: 1, Growth: 1, Exponent: 1, GameWeight: c.Replay.GameWeight}
		sampler, err := replay.NewSampler(w.board, window, 1, rand.NewPCG(c.Seed, SamplerStream))
		if err != nil {
			t.Fatal(err)
		}
		learned, _ := w.archive.Split(w.archive.Window(c.Replay.WindowConfig))
		if _, _, err := w.archive.Each(t.Context(), learned, func(_ int, id int64, g replay.Encoded) error {
			return sampler.Add(id, g.Game)
		}); err != nil {
			t.Fatal(err)
		}
		first, err := net.NewWeights(c.Network, rand.New(rand.NewPCG(c.Seed, WeightStream)))
		if err != nil {
			t.Fatal(err)
		}
		trainer, err := train.New(c.Learn, w.board, first)
		if err != nil {
			t.Fatal(err)
		}
		defer trainer.Close()
		targets := NewTargets(c.Target, w.board.Rules())
		drawn := make([]replay.Sample, c.Learn.BatchSize)
		for step := range 40 {
			if err := sampler.Draw(drawn); err != nil {
				t.Fatal(err)
			}
			var batch []train.Sample
			for s := range drawn {
				batch = append(batch, targets.Sample(&drawn[s]))
			}
			rate := 1.0
			if left := 1 - float64(step)/40; left <= c.Train.Cooldown {
				rate = max(left/c.Train.Cooldown, 0.02)
			}
			if _, err := trainer.Step(batch, rate); err != nil {
				t.Fatal(err)
			}
		}
		got, err := net.LoadCheckpoint(r.Candidates[i].Checkpoint)
		if err != nil || !reflect.DeepEqual(got.Weights.Params, trainer.Averaged().Params) {
			t.Errorf("%s: the weights differ from a plain loop's (error %v)", candidate.Name, err)
		}
	}
}
