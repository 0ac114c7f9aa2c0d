package train

import (
	"math"
	"slices"
	"testing"

	"epaminondas/net"
)

// TestCrossEntropy compares with values worked out by hand, and far from where exp overflows.
func TestCrossEntropy(t *testing.T) {
	for _, c := range []struct {
		logits, prob []float32
		want         float64
	}{
		{[]float32{0, 0, 0, 0}, []float32{0.25, 0.25, 0.25, 0.25}, math.Log(4)},
		{[]float32{0, 0}, []float32{1, 0}, math.Log(2)},
		{[]float32{float32(math.Log(3)), 0}, []float32{0.5, 0.5}, math.Log(4) - math.Log(3)/2},
		{[]float32{1000, 0}, []float32{0, 1}, 1000},
		{[]float32{-1000, -1000}, []float32{1, 0}, math.Log(2)},
		{[]float32{7}, []float32{1}, 0},
	} {
		if got := crossEntropy(c.logits, c.prob); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("cross-entropy of %v with %v: %v, want %v", c.logits, c.prob, got, c.want)
		}
		grad := make([]float32, len(c.prob))
		crossEntropyGrad(grad, c.logits, c.prob, 2)
		for i, p := range softmax(c.logits) {
			if want := 2 * (p - c.prob[i]); math.Abs(float64(grad[i]-want)) > 1e-6 {
				t.Errorf("gradient of %v with %v: element %d is %v, want %v", c.logits, c.prob, i, grad[i], want)
			}
		}
	}
}

// TestHuber runs the loss on known errors around the one where it turns linear.
func TestHuber(t *testing.T) {
	for _, c := range []struct{ e, loss, grad float64 }{
		{0, 0, 0}, {0.1, 0.005, 0.1}, {-0.2, 0.02, -0.2}, {0.25, 0.03125, 0.25}, {1, 0.21875, 0.25}, {-2, 0.46875, -0.25},
	} {
		if got := huber(c.e); math.Abs(got-c.loss) > 1e-12 {
			t.Errorf("Huber's loss of %v is %v, want %v", c.e, got, c.loss)
		}
		if got := huberGrad(c.e); math.Abs(got-c.grad) > 1e-12 {
			t.Errorf("the gradient of Huber's loss of %v is %v, want %v", c.e, got, c.grad)
		}
	}
}

// TestPliesTarget checks the scale of plies left on one sample whose prediction is the bias alone.
func TestPliesTarget(t *testing.T) {
	board := newBoard(t, "epaminondas:3x4x1")
	weights := newWeights(t, small, 1)
	clear(weights.Param("plies.out.weight").Data)
	weights.Param("plies.out.bias").Data[0] = 0.5
	samples := randomSamples(t, board, 1, 1)
	samples[0].PliesLeft = 19
	e := math.Log(20)/6 - 0.5
	if got, want := losses(t, board, weights, samples).Plies, e*e/2; math.Abs(got-want) > 1e-8 {
		t.Errorf("loss %v, want %v", got, want)
	}
}

// TestReplyView checks that replies are read in the view of the side to move in the sample: with
// the same last layer and the same moves, reply and policy have the same loss.
func TestReplyView(t *testing.T) {
	board := newBoard(t, "epaminondas:4x5x1")
	weights := newWeights(t, small, 1)
	copy(weights.Param("reply.out.weight").Data, weights.Param("policy.out.weight").Data)
	copy(weights.Param("reply.out.bias").Data, weights.Param("policy.out.bias").Data)
	samples := randomSamples(t, board, 8, 2)
	for i := range samples {
		samples[i].Reply, samples[i].ReplyPolicy = samples[i].Moves, samples[i].Policy
	}
	if l := losses(t, board, weights, samples); math.Abs(l.Policy-l.Reply) > 1e-6 {
		t.Errorf("policy loss %v, reply loss %v", l.Policy, l.Reply)
	}
}

// TestPooledTies checks that the gradient of a maximum goes to one square even if several have it.
func TestPooledTies(t *testing.T) {
	x := []float32{5, 0, 5, 2, 1, 2} // three squares of two channels
	got := make([]float32, len(x))
	spreadPool(got, x, []float32{5, 2}, []float32{3, 6}, []float32{10, 20}, 1.0/3)
	if want := []float32{11, 0, 1, 22, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("gradient %v, want %v", got, want)
	}
}

// TestStale checks that gradients owe nothing to the batch before.
func TestStale(t *testing.T) {
	board := newBoard(t, "epaminondas:4x4x1")
	cfg := smallConfig(13)
	weights := newWeights(t, net.Config{Blocks: 1, Channels: 4, PoolEvery: 1, ValueHidden: 4}, 1)
	used, fresh := newTrainer(t, cfg, board, weights), newTrainer(t, cfg, board, weights)
	if err := used.batch.fill(randomSamples(t, board, cfg.BatchSize, 1)); err != nil {
		t.Fatal(err)
	}
	gradients(t, used)
	samples := randomSamples(t, board, cfg.BatchSize, 2)
	maskSome(samples)
	for _, tr := range []*Trainer{used, fresh} {
		if err := tr.batch.fill(samples); err != nil {
			t.Fatal(err)
		}
	}
	want := gradients(t, fresh)
	for i, grad := range gradients(t, used) {
		if !slices.Equal(grad, want[i]) {
			t.Errorf("%s: the gradient depends on the batch before", weights.Params[i].Name)
		}
	}
}
