package train

import (
	"errors"
	"fmt"
	"math"

	"gorgonia.org/gorgonia"

	"epaminondas/internal/base/noun"
	"epaminondas/net"
	"epaminondas/net/kernel"
	"epaminondas/net/train/hyper"
)

// ErrDiverged means that a loss or a gradient is not finite. The step changed nothing.
var ErrDiverged = errors.New("training has diverged")

const (
	beta1   = 0.9   // decay of the mean gradient a step
	beta2   = 0.999 // decay of the mean square
	epsilon = 1e-8  // added to the root of the mean square; all three as in Kingma & Ba
)

// optimizer scales the gradients down to a norm of at most clip over all weights. Then each tensor takes
// a step of [kernel.AdamW], or of muon if it has one. gorgonia's own solver also decays biases and cannot
// save its moments.
type optimizer struct {
	*workers
	decay, clip float64
	decays      []bool  // whether weight decay applies to a tensor
	muons       []*muon // nil for a tensor that learns by AdamW

	rate         float64 // learning rate of the next step
	steps        int64   // steps done
	norm         float64 // norm of the last step's gradients before clipping
	mean, square [][]float32

	// The tensors of the current step. Each tensor is one task.
	weights, grads [][]float32
	squares        []float64
	scale          float64
	sum, update    func(tensor, thread int)
}

var _ gorgonia.Solver = (*optimizer)(nil)

func newOptimizer(cfg hyper.Config, pool *workers, params []net.Param) *optimizer {
	n := len(params)
	s := &optimizer{
		workers: pool, decay: cfg.WeightDecay, clip: cfg.ClipNorm,
		weights: make([][]float32, n), grads: make([][]float32, n), squares: make([]float64, n),
	}
	for _, p := range params {
		s.decays = append(s.decays, p.Decay)
		s.muons = append(s.muons, newMuon(cfg.Optimizer, p))
		s.mean = append(s.mean, make([]float32, len(p.Data)))
		s.square = append(s.square, make([]float32, len(p.Data)))
	}
	s.sum = func(i, _ int) { s.squares[i] = sumOfSquares(s.grads[i]) }
	s.update = func(i, _ int) { s.updateTensor(i) }
	return s
}

// Step implements [gorgonia.Solver]. If a gradient is not finite, it changes nothing and returns
// [ErrDiverged].
func (s *optimizer) Step(model []gorgonia.ValueGrad) error {
	if len(model) != len(s.mean) {
		return fmt.Errorf("train: the model has %s, but the optimizer has moments for %d",
			noun.Count(len(model), "tensor"), len(s.mean))
	}
	for i, m := range model {
		grad, err := m.Grad()
		if err != nil {
			return fmt.Errorf("train: gradient of tensor %d: %w", i, err)
		}
		s.weights[i], s.grads[i] = m.Value().Data().([]float32), grad.Data().([]float32)
	}
	s.distribute(len(model), s.sum)
	var squares float64
	for _, v := range s.squares {
		squares += v
	}
	norm := math.Sqrt(squares)
	if math.IsNaN(norm) || math.IsInf(norm, 0) {
		return fmt.Errorf("train: the norm of the gradients is %v: %w", norm, ErrDiverged)
	}
	s.norm, s.scale = norm, min(1, s.clip/norm)
	s.steps++
	s.distribute(len(model), s.update)
	return nil
}

// updateTensor applies the step to the weights of tensor i.
func (s *optimizer) updateTensor(i int) {
	keep := 1.0
	if s.decays[i] {
		keep = 1 - s.rate*s.decay
	}
	if m := s.muons[i]; m != nil {
		m.update(s.weights[i], s.grads[i], s.mean[i], s.scale, keep, s.rate)
		return
	}
	step := kernel.AdamW{
		Beta1: beta1, Beta2: beta2, Epsilon: epsilon,
		Scale: s.scale,
		Keep:  keep,
		// A mean that starts at zero is too small by the factor 1 - beta^steps.
		Rate:       s.rate / (1 - math.Pow(beta1, float64(s.steps))),
		Correction: 1 / (1 - math.Pow(beta2, float64(s.steps))),
	}
	step.Update(s.weights[i], s.grads[i], s.mean[i], s.square[i])
}

// sumOfSquares returns the sum of the squares of x. It keeps four sums at once, which makes it
// twice as fast.
func sumOfSquares(x []float32) float64 {
	var sums [4]float64
	for ; len(x) >= len(sums); x = x[len(sums):] {
		for i := range sums {
			sums[i] += float64(x[i]) * float64(x[i])
		}
	}
	for i, v := range x {
		sums[i] += float64(v) * float64(v)
	}
	return sums[0] + sums[1] + sums[2] + sums[3]
}
