package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"epaminondas/game"
	"epaminondas/net"
	"epaminondas/net/train/hyper"
)

// newWeights returns random weights. None is zero, not even where training starts at zero. So a
// test sees every gradient.
func newWeights(tb testing.TB, cfg net.Config, seed uint64) *net.Weights {
	tb.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	w, err := net.NewWeights(cfg, rng)
	if err != nil {
		tb.Fatal(err)
	}
	for _, p := range w.Params {
		scale := 0.5 / math.Sqrt(float64(len(p.Data)/p.Shape[len(p.Shape)-1]))
		for i := range p.Data {
			p.Data[i] += float32(scale * rng.NormFloat64())
		}
	}
	return w
}

// randomSamples returns n samples with all targets, from random games.
func randomSamples(tb testing.TB, board *game.Board, n int, seed uint64) []Sample {
	tb.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	var samples []Sample
	for len(samples) < n {
		state := randomState(board, rng)
		moves := state.AppendMoves(nil)
		if len(moves) == 0 {
			continue
		}
		s := Sample{
			State: state, Weight: 0.5 + rng.Float32(), Moves: moves,
			Policy:   randomDistribution(rng, len(moves)),
			HasFinal: true, HasPlies: true, PliesLeft: rng.IntN(60),
		}
		copy(s.Value[:], randomDistribution(rng, 3))
		s.ReplyState = state
		s.ReplyState.Play(moves[rng.IntN(len(moves))])
		s.Reply = s.ReplyState.AppendMoves(nil)
		s.ReplyPolicy = randomDistribution(rng, len(s.Reply))
		for squares := board.Mask(); !squares.Empty(); {
			if c, at := rng.IntN(3), squares.Pop(); c < 2 {
				s.Final[c].Set(at)
			}
		}
		samples = append(samples, s)
	}
	return samples
}

// randomState returns the position after some random moves, which may be over.
func randomState(board *game.Board, rng *rand.Rand) game.State {
	state := board.Start()
	for range rng.IntN(2 * board.Area()) {
		moves := state.AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		state.Play(moves[rng.IntN(len(moves))])
	}
	return state
}

// randomDistribution returns n random probabilities.
func randomDistribution(rng *rand.Rand, n int) []float32 {
	prob := make([]float32, n)
	var total float32
	for i := range prob {
		prob[i] = float32(rng.ExpFloat64())
		total += prob[i]
	}
	for i := range prob {
		prob[i] /= total
	}
	return prob
}

// newTrainer returns a trainer that is closed when the test ends.
func newTrainer(tb testing.TB, cfg hyper.Config, board *game.Board, weights *net.Weights) *Trainer {
	tb.Helper()
	t, err := New(cfg, board, weights)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := t.Close(); err != nil {
			tb.Error(err)
		}
	})
	return t
}
