package train

import (
	"math"
	"slices"
	"testing"

	"epaminondas/game"
	"epaminondas/net"
)

// TestCrossEntropy compares the loss with values computed by hand. It also tests logits whose exp
// overflows.
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
		grad := make([]float32, len(c.prob))
		if got := crossEntropy(grad, c.logits, c.prob, 2); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("cross-entropy of %v with %v: %v, want %v", c.logits, c.prob, got, c.want)
		}
		for i, p := range softmax(c.logits) {
			if want := 2 * (p - c.prob[i]); math.Abs(float64(grad[i]-want)) > 1e-6 {
				t.Errorf("gradient of %v with %v: element %d is %v, want %v", c.logits, c.prob, i, grad[i],
					want)
			}
		}
	}
}

// TestHuber tests the loss at known errors around huberDelta.
func TestHuber(t *testing.T) {
	for _, c := range []struct{ e, loss, grad float64 }{
		{0, 0, 0}, {0.1, 0.005, 0.1}, {-0.2, 0.02, -0.2}, {0.25, 0.03125, 0.25}, {1, 0.21875, 0.25},
		{-2, 0.46875, -0.25},
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
	board := game.MustBoard("epaminondas:3x4x1")
	weights := newWeights(t, small, 1)
	clear(weights.Param("plies.out.weight").Data)
	weights.Param("plies.out.bias").Data[0] = 0.5
	samples := randomSamples(t, board, 1, 1)
	samples[0].PliesLeft = 19
	e := math.Log(20)/6 - 0.5
	if got, want := headLoss(losses(t, board, weights, samples), "plies"), e*e/2; math.Abs(got-want) > 1e-8 {
		t.Errorf("loss %v, want %v", got, want)
	}
}

// TestReplyView checks that replies are in the view of the side to move in the sample. With the
// same last layer and the same moves, reply and policy have the same loss.
func TestReplyView(t *testing.T) {
	board := game.MustBoard("epaminondas:4x5x1")
	weights := newWeights(t, small, 1)
	copy(weights.Param("reply.out.weight").Data, weights.Param("policy.out.weight").Data)
	copy(weights.Param("reply.out.bias").Data, weights.Param("policy.out.bias").Data)
	samples := randomSamples(t, board, 8, 2)
	for i := range samples {
		samples[i].Reply, samples[i].ReplyPolicy = samples[i].Moves, samples[i].Policy
	}
	if l := losses(t, board, weights, samples); math.Abs(l.Policy-headLoss(l, "reply")) > 1e-6 {
		t.Errorf("policy loss %v, reply loss %v", l.Policy, headLoss(l, "reply"))
	}
}

// TestScaledLoss checks that three times the loss has three times the gradient.
func TestScaledLoss(t *testing.T) {
	board := game.MustBoard("epaminondas:4x4x1")
	tr := newTrainer(t, smallConfig(20), board, newWeights(t, small, 1))
	if err := tr.batch.fill(randomSamples(t, board, 20, 2)); err != nil {
		t.Fatal(err)
	}
	gradients(t, tr)
	for _, n := range tr.graph.AllNodes() {
		o, ok := n.Op().(*op)
		if !ok || o.name != "gradient of the scores" {
			continue
		}
		before := slices.Clone(o.out)
		o.do(o.out, []values{nil, {3}})
		scores := tr.batch.scores()
		for i := range 20 {
			was, is := scores.sample(before, i), scores.sample(o.out, i)
			moves := tr.batch.policy.live(i)
			pairs := [][2][]float32{{was.policy[:moves], is.policy[:moves]}, {was.value, is.value}}
			for h, target := range tr.batch.auxiliary {
				live := target.live(i)
				pairs = append(pairs, [2][]float32{was.head(h)[:live], is.head(h)[:live]})
			}
			for _, pair := range pairs {
				for j, v := range pair[0] {
					if pair[1][j] != 3*v {
						t.Fatalf("sample %d: gradient %v becomes %v", i, v, pair[1][j])
					}
				}
			}
		}
		return
	}
	t.Fatal("the graph has no gradient of the scores")
}

// TestStale checks that gradients do not depend on the previous batch.
func TestStale(t *testing.T) {
	board := game.MustBoard("epaminondas:4x4x1")
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
