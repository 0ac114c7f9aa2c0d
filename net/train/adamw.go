package train

import (
	"errors"
	"fmt"
	"math"

	"epaminondas/net"

	"gorgonia.org/gorgonia"
)

// ErrDiverged says that a loss or a gradient is not a finite number. Nothing has changed.
var ErrDiverged = errors.New("training has diverged")

const (
	beta1   = 0.9   // decay of the mean gradient a step
	beta2   = 0.999 // decay of the mean square
	epsilon = 1e-8  // added to the root of the mean square; all three as in Kingma & Ba
)

// adamW is Adam (Kingma & Ba, arXiv:1412.6980) with decoupled weight decay (Loshchilov & Hutter,
// arXiv:1711.05101), after the gradients have been scaled down to a norm of at most clip over
// all weights. gorgonia's own decays biases too and cannot save its moments.
type adamW struct {
	decay, clip float64
	decays      []bool // which tensors decay

	rate         float64 // learning rate of the next step
	steps        int64   // steps done
	norm         float64 // of the last step's gradients before clipping
	mean, square [][]float32
}

var _ gorgonia.Solver = (*adamW)(nil)

func newAdamW(cfg Config, params []net.Param) *adamW {
	s := &adamW{decay: cfg.WeightDecay, clip: cfg.ClipNorm}
	for _, p := range params {
		s.decays = append(s.decays, p.Decay)
		s.mean = append(s.mean, make([]float32, len(p.Data)))
		s.square = append(s.square, make([]float32, len(p.Data)))
	}
	return s
}

// Step implements [gorgonia.Solver]. If a gradient is not finite, it changes nothing and returns
// [ErrDiverged].
func (s *adamW) Step(model []gorgonia.ValueGrad) error {
	if len(model) != len(s.mean) {
		return fmt.Errorf("train: %d tensors for the moments of %d", len(model), len(s.mean))
	}
	weights, grads := make([][]float32, len(model)), make([][]float32, len(model))
	var squares float64
	for i, m := range model {
		grad, err := m.Grad()
		if err != nil {
			return fmt.Errorf("train: gradient of tensor %d: %w", i, err)
		}
		weights[i], grads[i] = m.Value().Data().([]float32), grad.Data().([]float32)
		for _, g := range grads[i] {
			squares += float64(g) * float64(g)
		}
	}
	norm := math.Sqrt(squares)
	if math.IsNaN(norm) || math.IsInf(norm, 0) {
		return fmt.Errorf("train: norm of the gradients %v: %w", norm, ErrDiverged)
	}
	s.norm = norm
	s.steps++
	for i := range model {
		s.update(i, weights[i], grads[i], min(1, s.clip/norm))
	}
	return nil
}

// update steps the weights of tensor i along its gradients times scale.
func (s *adamW) update(i int, weights, grads []float32, scale float64) {
	decay := 0.0
	if s.decays[i] {
		decay = s.rate * s.decay
	}
	// A mean that starts at zero is too small by 1 - beta^steps.
	rate := s.rate / (1 - math.Pow(beta1, float64(s.steps)))
	correction := 1 / (1 - math.Pow(beta2, float64(s.steps)))
	mean, square := s.mean[i][:len(weights)], s.square[i][:len(weights)]
	for j, w := range weights {
		g := float64(grads[j]) * scale
		m := beta1*float64(mean[j]) + (1-beta1)*g
		v := beta2*float64(square[j]) + (1-beta2)*g*g
		mean[j], square[j] = float32(m), float32(v)
		weights[j] = float32(float64(w)*(1-decay) - rate*m/(math.Sqrt(v*correction)+epsilon))
	}
}
