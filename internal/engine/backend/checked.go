package backend

import (
	"context"
	"errors"
	"fmt"
	"math"

	"epaminondas/game"
	"epaminondas/net"
)

// checked is the source of evaluators that ask two sources and compare their answers. The caller gets
// the answer of the first.
type checked struct {
	first, second source
	tolerance     float64 // the largest difference between two probabilities
}

// openChecked compares the devices cpu and batch, whose answers are the same to the bit.
func openChecked(n *net.Network, a Attributes) source {
	return checked{first: openDirect(n, a), second: openBatched(n, a)}
}

// open implements [source].
func (s checked) open(ctx context.Context, b *game.Board) (Evaluator, error) {
	first, err := s.first.open(ctx, b)
	if err != nil {
		return nil, err
	}
	second, err := s.second.open(ctx, b)
	if err != nil {
		return nil, errors.Join(err, first.Close())
	}
	return &pair{first: first, second: second, tolerance: s.tolerance}, nil
}

// pair evaluates with both backends and returns an error if they differ by more than the tolerance.
type pair struct {
	first, second Evaluator
	tolerance     float64
	prior         []float32 // prior of the second evaluator
}

// Evaluate implements [mcts.Evaluator].
func (p *pair) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	prediction, err := p.Predict(s, moves, prior)
	return prediction.Value(), err
}

// Predict implements [Evaluator]. A difference is an error that names the position.
func (p *pair) Predict(s *game.State, moves []game.Move, prior []float32) (net.Prediction, error) {
	prediction, err := p.first.Predict(s, moves, prior)
	if err != nil {
		return prediction, err
	}
	p.prior = append(p.prior[:0], prior...) // the right length; overwritten
	second, err := p.second.Predict(s, moves, p.prior)
	if err != nil {
		return prediction, err
	}
	if !p.close(prediction.Win, second.Win) || !p.close(prediction.Draw, second.Draw) ||
		!p.close(prediction.Loss, second.Loss) {
		return prediction, fmt.Errorf("backend: two devices differ in %s: outcomes %v and %v", s, prediction,
			second)
	}
	for i, m := range moves {
		if !p.close(prior[i], p.prior[i]) {
			return prediction, fmt.Errorf("backend: two devices differ in %s: the priors of %s are %v and %v",
				s, s.FormatMove(m, game.RearNotation), prior[i], p.prior[i])
		}
	}
	return prediction, nil
}

// close reports whether two probabilities are as near as they must be.
func (p *pair) close(a, b float32) bool { return math.Abs(float64(a)-float64(b)) <= p.tolerance }

// Close closes both evaluators.
func (p *pair) Close() error { return errors.Join(p.first.Close(), p.second.Close()) }
