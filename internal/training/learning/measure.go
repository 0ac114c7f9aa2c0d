package learning

import (
	"context"
	"errors"
	"math"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"epaminondas/game"
	"epaminondas/internal/engine/backend"
	"epaminondas/net"
)

// Kind is a figure of a position.
type Kind int

// The figures of a position.
const (
	Divergence  Kind = iota // KL divergence of the network's policy from the search's policy, in nats
	Agreement               // 1 if network and search prefer the same move, else 0
	Brier                   // Brier score of win, draw and loss against the outcome, 0 to 2
	Square                  // squared error of the expected value against the outcome, 0 to 4
	ExactSquare             // squared error of the expected value against the solved board, 0 to 4
	Thrown                  // 1 if the likeliest move throws the value of the position away, else 0
	ValueLoss               // cross-entropy of win, draw and loss with the value target, in nats
	kinds
)

// Measurement has the figures of a network on the held-out games.
type Measurement struct {
	width bands
	games [][kinds]Sum // of each game
	bands [][]bandSums // of each game, by band
}

// Of returns the sums of a figure, by game. A game without positions for this figure has an empty
// sum.
func (m *Measurement) Of(kind Kind) []Sum {
	games := make([]Sum, len(m.games))
	for g := range m.games {
		games[g] = m.games[g][kind]
	}
	return games
}

// Calibration returns the bands of plies that have positions.
func (m *Measurement) Calibration() []Band { return m.width.calibration(m.bands) }

// Measure measures a network. All cores work on it; the result does not depend on their number.
func (b *HeldOutSet) Measure(ctx context.Context, network *backend.Backend, progress func(done, total int)) (
	*Measurement, error) {
	m := &Measurement{newBands(b.longest()), make([][kinds]Sum, len(b.games)),
		make([][]bandSums, len(b.games))}
	var next, done atomic.Int64
	workers, ctx := errgroup.WithContext(ctx)
	for range min(network.Attributes().InFlight, len(b.games)) {
		workers.Go(func() (err error) {
			evaluator, err := network.OpenPredictor(ctx, b.board)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, evaluator.Close()) }()
			s := scorer{bench: b, width: m.width, evaluator: evaluator}
			for g := int(next.Add(1)) - 1; g < len(b.games); g = int(next.Add(1)) - 1 {
				m.bands[g] = make([]bandSums, m.width.count)
				if err := s.score(ctx, b.games[g], &m.games[g], m.bands[g]); err != nil {
					return err
				}
				progress(int(done.Add(1)), len(b.games))
			}
			return nil
		})
	}
	return m, workers.Wait()
}

// scorer scores positions. One goroutine owns it.
type scorer struct {
	bench     *HeldOutSet
	width     bands
	evaluator backend.Evaluator
	prior     []float32
}

// score adds the figures of the positions of a game.
func (s *scorer) score(ctx context.Context, positions []position, to *[kinds]Sum,
	bands []bandSums) error {
	for i := range positions {
		if err := ctx.Err(); err != nil {
			return err
		}
		p := &positions[i]
		s.prior = append(s.prior[:0], p.policy...) // only sets the length; evaluation overwrites it
		wdl, err := s.evaluator.Predict(&p.state, p.moves, s.prior)
		if err != nil {
			return err
		}
		s.scorePolicy(p, to)
		to[ValueLoss].add(crossEntropy(p.value, wdl))
		value := float64(wdl.Value())
		if p.decided {
			to[Brier].add(brierScore(wdl, p.outcome))
			to[Square].add(squared(value - float64(p.outcome)))
			bands[s.width.of(p.ply)].add(value, float64(p.outcome))
		}
		if s.bench.table != nil {
			to[ExactSquare].add(squared(value - p.exact))
		}
	}
	return nil
}

// scorePolicy adds the figures of the policy in prior.
func (s *scorer) scorePolicy(p *position, to *[kinds]Sum) {
	choice := argmax(s.prior)
	to[Divergence].add(klDivergence(p.policy, s.prior))
	to[Agreement].add(indicator(choice == argmax(p.policy)))
	if s.bench.table != nil {
		to[Thrown].add(indicator(s.bench.throws(&p.state, p.moves[choice])))
	}
}

// throws reports whether a move throws the value of a solved position away.
func (b *HeldOutSet) throws(s *game.State, m game.Move) bool { return b.table.Throws(s, m) }

// klDivergence returns the cross-entropy of prior with target minus the entropy of target, in nats.
// It is 0 if they are equal. A prior of 0 counts as the smallest number above 0.
func klDivergence(target, prior []float32) float64 {
	var d float64
	for i, p := range target {
		if p > 0 {
			q := max(prior[i], math.SmallestNonzeroFloat32)
			d += float64(p) * (math.Log(float64(p)) - math.Log(float64(q)))
		}
	}
	return d
}

// crossEntropy returns the cross-entropy of win, draw and loss with a target, in nats. A probability
// of 0 counts as the smallest number above 0.
func crossEntropy(target [3]float32, p net.Prediction) float64 {
	var loss float64
	for i, q := range [3]float32{p.Win, p.Draw, p.Loss} {
		if target[i] > 0 {
			loss -= float64(target[i]) * math.Log(float64(max(q, math.SmallestNonzeroFloat32)))
		}
	}
	return loss
}

// brierScore returns the squared distance of the probabilities from the outcome, +1, 0 or -1.
func brierScore(p net.Prediction, outcome int) float64 {
	score := 0.0
	for i, probability := range [3]float32{p.Win, p.Draw, p.Loss} {
		score += squared(float64(probability) - indicator(i == 1-outcome))
	}
	return score
}

// argmax returns the index of the largest element, and of the first one if several are equal.
func argmax(x []float32) int {
	best := 0
	for i, v := range x {
		if v > x[best] {
			best = i
		}
	}
	return best
}

func squared(x float64) float64 { return x * x }

// indicator returns 1 for true and 0 for false.
func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
