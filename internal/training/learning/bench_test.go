package learning

import (
	"math"
	"math/rand/v2"
	"testing"

	"epaminondas/internal/engine/backend"
	"epaminondas/net"
	"epaminondas/replay"
)

// benched returns a bench with a few games.
func benched(t *testing.T) *HeldOutSet {
	t.Helper()
	r, board := opened(t, 25)
	b := NewHeldOutSet(board, nil, NewTargets(mini().Target, board.Rules()))
	if err := r.Games.Each(t.Context(), 1, func(id int64, g *replay.Game) error {
		return b.Add(id, g)
	}); err != nil {
		t.Fatal(err)
	}
	return b
}

// untrained returns a network with random weights.
func untrained(t *testing.T) *backend.Backend {
	t.Helper()
	weights, err := net.NewWeights(mini().Network, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return backend.MustOpen(weights)
}

// TestPerfectPrediction measures a network against its own policy and value: the divergence is 0,
// and the loss of the value is the entropy.
func TestPerfectPrediction(t *testing.T) {
	b, network := benched(t), untrained(t)
	evaluator, err := network.OpenPredictor(t.Context(), b.board)
	if err != nil {
		t.Fatal(err)
	}
	defer evaluator.Close()
	entropy, n := 0.0, 0.0
	for _, positions := range b.games {
		for i := range positions {
			p := &positions[i]
			wdl, err := evaluator.Predict(&p.state, p.moves, p.policy)
			if err != nil {
				t.Fatal(err)
			}
			p.value = [3]float32{wdl.Win, wdl.Draw, wdl.Loss}
			for _, q := range p.value {
				entropy -= float64(q) * math.Log(float64(q))
			}
			n++
		}
	}
	m, err := b.Measure(t.Context(), network, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	kl, agreement, value := Mean(m.Of(Divergence)), Mean(m.Of(Agreement)), Mean(m.Of(ValueLoss))
	if !close(kl.Mean, 0) || agreement.Mean != 1 || kl.Games != b.Games() || !close(value.Mean, entropy/n) {
		t.Errorf("KL %+v, agreement %+v, value %+v, want %v", kl, agreement, value, entropy/n)
	}
	if positions, decided := b.Count(); positions != int(n) || decided != positions {
		t.Errorf("%d positions, %d of decided games, want %v", positions, decided, n)
	}
}

// TestBenchRefusesOtherBoards adds a game of another board.
func TestBenchRefusesOtherBoards(t *testing.T) {
	b := benched(t)
	games := b.Games()
	if err := b.Add(1, &replay.Game{Rules: "crossings"}); err == nil || b.Games() != games {
		t.Errorf("%v, %d games, want %d", err, b.Games(), games)
	}
}

func TestCrossEntropy(t *testing.T) {
	p := net.Prediction{Win: 0.5, Draw: 0.25, Loss: 0.25}
	for target, want := range map[[3]float32]float64{
		{1, 0, 0}:       math.Log(2),
		{0, 0, 1}:       math.Log(4),
		{0.5, 0.5, 0}:   0.5*math.Log(2) + 0.5*math.Log(4),
		{0.25, 0, 0.75}: 0.25*math.Log(2) + 0.75*math.Log(4),
	} {
		if got := crossEntropy(target, p); !close(got, want) {
			t.Errorf("%v: %v, want %v", target, got, want)
		}
	}
	loss := crossEntropy([3]float32{0, 0, 1}, net.Prediction{Win: 1})
	if !(loss > 50) || math.IsInf(loss, 0) {
		t.Errorf("a probability of 0 gives %v", loss)
	}
}
