package train

import (
	"errors"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"epaminondas/game"
	"epaminondas/net"
	"epaminondas/net/train/hyper"
)

// small is a network that trains in milliseconds.
var small = net.Config{Blocks: 2, Channels: 6, PoolEvery: 2, ValueHidden: 5, Pooling: net.PoolLines}

func smallConfig(batch int) hyper.Config {
	cfg := hyper.Default()
	cfg.BatchSize, cfg.WarmupSteps, cfg.LearningRate = batch, 4, 1e-2
	return cfg
}

// steps takes n steps. The batch of a step depends only on its number.
func steps(t *testing.T, tr *Trainer, board *game.Board, n int) Losses {
	t.Helper()
	var last Losses
	for range n {
		samples := randomSamples(t, board, tr.cfg.BatchSize, uint64(100+tr.Steps()))
		maskSome(samples)
		var err error
		if last, err = tr.Step(samples, 0.5); err != nil {
			t.Fatal(err)
		}
	}
	return last
}

// TestOverfit checks that training can fit one batch exactly.
func TestOverfit(t *testing.T) {
	board := game.MustBoard("epaminondas:3x4x1")
	cfg := smallConfig(8)
	cfg.LearningRate, cfg.WeightDecay = 3e-2, 0
	weights := newWeights(t, net.Config{Blocks: 2, Channels: 8, PoolEvery: 2, ValueHidden: 8}, 1)
	tr := newTrainer(t, cfg, board, weights)
	samples := distinct(randomSamples(t, board, 40, 2))[:cfg.BatchSize]
	for i := range samples {
		samples[i].Value = [3]float32{}
		samples[i].Value[i%3] = 1
	}
	var l Losses
	for i := range 250 {
		var err error
		if l, err = tr.Step(samples, 1-float64(i)/250); err != nil {
			t.Fatal(err)
		}
	}
	if kl := l.Policy - l.PolicyTargetEntropy; kl > 0.01 || l.Value > 0.01 || l.ValueError > 0.02 ||
		l.PolicyAgreement < 0.99 {
		t.Errorf("policy KL %v, value loss %v, value error %v, agreement %v", kl, l.Value, l.ValueError,
			l.PolicyAgreement)
	}
	// The averaged weights fit the batch too.
	slow := losses(t, board, tr.Averaged(), samples)
	if kl := slow.Policy - slow.PolicyTargetEntropy; kl > 0.05 || slow.Value > 0.05 {
		t.Errorf("averaged weights: policy KL %v, value loss %v", kl, slow.Value)
	}
}

// distinct returns the samples of different positions.
func distinct(samples []Sample) []Sample {
	seen := map[uint64]bool{}
	return slices.DeleteFunc(samples, func(s Sample) bool {
		known := seen[s.State.Hash()]
		seen[s.State.Hash()] = true
		return known
	})
}

// TestThreads checks that no result depends on the number of threads, to the bit.
func TestThreads(t *testing.T) {
	board := game.MustBoard("epaminondas:4x5x1")
	var want *Trainer
	for _, threads := range []int{1, 2, 5} {
		cfg := smallConfig(20)
		cfg.Threads = threads
		tr := newTrainer(t, cfg, board, newWeights(t, small, 7))
		steps(t, tr, board, 3)
		if want == nil {
			want = tr
			continue
		}
		compareState(t, tr, want)
	}
}

// compareState checks that two trainers are equal to the bit.
func compareState(t *testing.T, got, want *Trainer) {
	t.Helper()
	if got.Steps() != want.Steps() {
		t.Errorf("%d steps, want %d", got.Steps(), want.Steps())
	}
	other := want.state()
	for i, p := range got.state() {
		for j, v := range p.Data {
			if math.Float32bits(v) != math.Float32bits(other[i].Data[j]) {
				t.Fatalf("%s: element %d is %v, want %v", p.Name, j, v, other[i].Data[j])
			}
		}
	}
}

// TestDiverged checks that a bad batch changes nothing, for each kind of bad figure.
func TestDiverged(t *testing.T) {
	board := game.MustBoard("epaminondas:3x4x1")
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for name, spoil := range map[string]func(*Trainer, []Sample){
		"value":  func(_ *Trainer, s []Sample) { s[2].Value[0] = nan },
		"policy": func(_ *Trainer, s []Sample) { s[1].Policy[0] = inf },
		"overflow": func(tr *Trainer, _ []Sample) { // the loss is finite, the gradient of the trunk is not
			tr.weights.Param("occupation.out.weight").Data[0] = 1e38
			tr.weights.Param("block1.conv2.weight").Data[0] = 1e38
			tr.weights.Param("stem.bias").Data[0] = -1e30
		},
	} {
		t.Run(name, func(t *testing.T) {
			tr := newTrainer(t, smallConfig(4), board, newWeights(t, small, 7))
			steps(t, tr, board, 2)
			samples := randomSamples(t, board, 4, 3)
			spoil(tr, samples)
			before := filepath.Join(t.TempDir(), "state")
			if err := tr.SaveState(before); err != nil {
				t.Fatal(err)
			}
			if _, err := tr.Step(samples, 1); !errors.Is(err, ErrDiverged) {
				t.Fatalf("error %v, want ErrDiverged", err)
			}
			want := newTrainer(t, smallConfig(4), board, newWeights(t, small, 8))
			if err := want.LoadState(before); err != nil {
				t.Fatal(err)
			}
			compareState(t, tr, want)
		})
	}
}

// TestRecovery checks that a refused batch leaves no trace in the steps after it.
func TestRecovery(t *testing.T) {
	board := game.MustBoard("epaminondas:3x4x1")
	tr, want := newTrainer(t, smallConfig(4), board, newWeights(t, small, 7)),
		newTrainer(t, smallConfig(4), board, newWeights(t, small, 7))
	bad := randomSamples(t, board, 4, 3)
	bad[0].Value[1] = float32(math.NaN())
	for range 3 {
		if _, err := tr.Step(bad, 1); !errors.Is(err, ErrDiverged) {
			t.Fatalf("error %v, want ErrDiverged", err)
		}
		steps(t, tr, board, 1)
		steps(t, want, board, 1)
	}
	compareState(t, tr, want)
}

// TestMasked checks that a sample without a target has no influence on the loss of this target.
func TestMasked(t *testing.T) {
	board := game.MustBoard("epaminondas:4x4x1")
	weights := newWeights(t, small, 9)
	samples := randomSamples(t, board, 8, 10)
	want := losses(t, board, weights, samples[:4])
	for i := range samples[4:] {
		s := &samples[4+i]
		s.Policy, s.ReplyPolicy, s.HasFinal, s.HasPlies = nil, nil, false, false
		s.Value, s.Weight = samples[i].Value, samples[i].Weight
	}
	got := losses(t, board, weights, samples)
	got.Value = want.Value // all samples have this target
	compareLosses(t, "half of the samples masked", got, want)

	for i := range samples {
		samples[i].Weight = 0
	}
	if got := losses(t, board, weights, samples); got != (Losses{}) {
		t.Errorf("losses of samples without weight: %+v", got)
	}
}

// TestSchedule checks the learning rate: warm-up, then constant, times the caller's rate.
func TestSchedule(t *testing.T) {
	board := game.MustBoard("epaminondas:3x4x1")
	cfg := smallConfig(2)
	cfg.WarmupSteps, cfg.LearningRate = 3, 0.004
	tr := newTrainer(t, cfg, board, newWeights(t, small, 1))
	for i, want := range []float64{0.0005, 0.001, 0.0015, 0.002, 0.002} {
		if l := steps(t, tr, board, 1); math.Abs(l.LearningRate-want) > 1e-12 {
			t.Errorf("step %d at half the rate: %v, want %v", i+1, l.LearningRate, want)
		}
	}
}

// TestAverage compares the averaged weights with their definition, in steps at half the rate.
func TestAverage(t *testing.T) {
	board := game.MustBoard("epaminondas:3x4x1")
	for name, test := range map[string]struct {
		steps   int
		floor   float64
		horizon func(step float64) float64
	}{
		"a share of the steps":      {0, 1, func(step float64) float64 { return 0.5 * step }},
		"at most 3 steps":           {3, 1, func(step float64) float64 { return min(3, 0.5*step) }},
		"shorter as the rate falls": {0, 0, func(step float64) float64 { return 0.25 * step }},
		"shorter down to a floor":   {0, 0.8, func(step float64) float64 { return 0.4 * step }},
		"shorter than the bound":    {3, 0, func(step float64) float64 { return min(1.5, 0.25*step) }},
	} {
		cfg := smallConfig(2)
		cfg.AverageHorizon, cfg.AverageSteps, cfg.AverageFloor = 0.5, test.steps, test.floor
		tr := newTrainer(t, cfg, board, newWeights(t, small, 1))
		const weight = "stem.weight"
		var want float64
		for i := range 12 {
			steps(t, tr, board, 1)
			share := 1 / max(1, test.horizon(float64(i+1)))
			want += share * (float64(tr.Weights().Param(weight).Data[0]) - want)
		}
		got := float64(tr.Averaged().Param(weight).Data[0])
		if raw := float64(tr.Weights().Param(weight).Data[0]); math.Abs(got-want) > 1e-6 ||
			math.Abs(got-raw) < 1e-5 {
			t.Errorf("%s: average %v, want %v; the weight itself is %v", name, got, want, raw)
		}
	}
}

// TestCopies checks that the trainer copies the weights that it receives and returns.
func TestCopies(t *testing.T) {
	board := game.MustBoard("epaminondas:3x4x1")
	weights := newWeights(t, small, 1)
	tr, want := newTrainer(t, smallConfig(2), board, weights), newTrainer(t, smallConfig(2), board, weights)
	for _, w := range []*net.Weights{weights, tr.Weights(), tr.Averaged()} {
		for _, p := range w.Params {
			clear(p.Data)
		}
	}
	steps(t, tr, board, 2)
	steps(t, want, board, 2)
	compareState(t, tr, want)
}
