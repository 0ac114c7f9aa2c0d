package judge

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta"
)

// playoutNodes is the number of nodes a move in the games that the scale is fitted to.
const playoutNodes = 1_000

// scored is a position's score for its mover, and the outcome of a game of the engine against
// itself from that position.
type scored struct {
	score   float64
	proven  bool
	outcome float64 // for the mover: 1, 0.5 or 0
}

// decided reports whether the reference sees the end of the game: a proven loss, or a score close
// to a proof for either side. A proven win does not count, because it need not be easy to find.
func (s scored) decided(scale float64) bool {
	if s.proven {
		return s.score < 0
	}
	return math.Abs(math.Tanh(s.score/(2*scale))) > decidedValue
}

// playOuts scores positions and plays the games to their ends.
func (m *Making) playOuts(ctx context.Context, positions []game.State) ([]scored, error) {
	samples := make([]scored, len(positions))
	var done atomic.Int64
	err := spread(ctx, len(positions), m.Parallel, func(ctx context.Context) (worker, error) {
		search, err := alphabeta.New(m.Board, alphabeta.DefaultWeights(m.Board.Rules()), tableMiB(m.Nodes))
		return worker{do: func(i int) (err error) {
			samples[i], err = m.playOut(ctx, search, positions[i])
			m.tell("scale", int(done.Add(1)), len(positions))
			return err
		}}, err
	})
	return samples, err
}

// playOut scores a position and lets the engine play the game to its end.
func (m *Making) playOut(ctx context.Context,
	search *alphabeta.Search, s game.State) (sample scored, err error) {
	mover := s.Turn()
	search.Reset()
	nodes := m.Nodes
	for first := true; ; first = false {
		if outcome, _ := s.Outcome(); outcome != game.Ongoing {
			sample.outcome = float64(1+outcome.For(mover)) / 2
			return sample, nil
		}
		r, err := search.Run(ctx, &s, alphabeta.Limit{Nodes: nodes}, 1, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return sample, fmt.Errorf("judge: %w", err)
		}
		if best := r.Lines[0]; first {
			sample.score, sample.proven, nodes = float64(best.Score), best.Proven, playoutNodes
		}
		s.Play(r.Lines[0].Move)
	}
}

// Limits of the scales that are tried.
const (
	leastScale = 10
	mostScale  = 10_000
)

// bestScale returns the scale with which scores predict outcomes best. It uses golden-section
// search over the logarithm of the scale, in which the loss has one minimum. Proven positions do
// not depend on the scale.
func bestScale(samples []scored) float64 {
	low, high := math.Log(leastScale), math.Log(mostScale)
	for high-low > 1e-4 {
		a, b := high-(high-low)/math.Phi, low+(high-low)/math.Phi
		if crossEntropy(samples, math.Exp(a)) < crossEntropy(samples, math.Exp(b)) {
			high = b
		} else {
			low = a
		}
	}
	return math.Exp((low + high) / 2)
}

// crossEntropy returns the loss of the predictions with a scale.
func crossEntropy(samples []scored, scale float64) float64 {
	sum := 0.0
	for _, s := range samples {
		if s.proven {
			continue
		}
		logit := s.score / scale
		sum += math.Max(logit, 0) - logit*s.outcome + math.Log1p(math.Exp(-math.Abs(logit)))
	}
	return sum
}
