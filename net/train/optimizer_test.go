package train

import (
	"errors"
	"math"
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"epaminondas/net"
	"epaminondas/net/train/hyper"
)

// fixed is a tensor of weights with a gradient that the test sets.
type fixed struct{ value, grad gorgonia.Value }

func (f fixed) Value() gorgonia.Value         { return f.value }
func (f fixed) Grad() (gorgonia.Value, error) { return f.grad, nil }

func newFixed(weights, grad []float32) fixed {
	wrap := func(x []float32) gorgonia.Value {
		return tensor.New(tensor.WithShape(len(x)), tensor.WithBacking(x))
	}
	return fixed{wrap(weights), wrap(grad)}
}

// TestAdamW compares steps with the published algorithm in float64, clipping included.
func TestAdamW(t *testing.T) {
	weights, biases := []float32{1, -2}, []float32{3}
	cfg := hyper.Default()
	cfg.WeightDecay, cfg.ClipNorm = 0.1, 5
	s := newOptimizer(cfg, newWorkers(2, 2), []net.Param{{Data: weights, Decay: true}, {Data: biases}})
	s.rate = 0.01

	w := []float64{1, -2, 3}
	m, v := make([]float64, 3), make([]float64, 3)
	for step, grads := range [][]float64{{0.3, -0.4, 0}, {3, 4, 12}, {0, 0, -1e-6}} {
		scale := 1.0
		if step == 1 {
			scale = 5.0 / 13
		}
		for i, g := range grads {
			g *= scale
			m[i] = 0.9*m[i] + 0.1*g
			v[i] = 0.999*v[i] + 0.001*g*g
			mean, square := m[i]/(1-math.Pow(0.9, float64(step+1))), v[i]/(1-math.Pow(0.999, float64(step+1)))
			decay := 0.1
			if i == 2 {
				decay = 0
			}
			w[i] -= 0.01 * (mean/(math.Sqrt(square)+1e-8) + decay*w[i])
		}
		err := s.Step([]gorgonia.ValueGrad{
			newFixed(weights, []float32{float32(grads[0]), float32(grads[1])}),
			newFixed(biases, []float32{float32(grads[2])}),
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range []float32{weights[0], weights[1], biases[0]} {
			if math.Abs(float64(got)-w[i]) > 1e-6 {
				t.Errorf("step %d: weight %d is %v, want %v", step+1, i, got, w[i])
			}
		}
	}
	if s.steps != 3 {
		t.Errorf("%d steps", s.steps)
	}
}

// TestAdamWRefuses checks that gradients that are not finite change nothing.
func TestAdamWRefuses(t *testing.T) {
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))} {
		weights, biases := []float32{1}, []float32{2}
		s := newOptimizer(hyper.Default(), newWorkers(2, 2),
			[]net.Param{{Data: weights, Decay: true}, {Data: biases}})
		s.rate = 0.01
		err := s.Step([]gorgonia.ValueGrad{newFixed(weights, []float32{1}), newFixed(biases, []float32{bad})})
		if !errors.Is(err, ErrDiverged) {
			t.Errorf("gradient %v: error %v", bad, err)
		}
		if weights[0] != 1 || biases[0] != 2 || s.steps != 0 || s.mean[0][0] != 0 || s.square[0][0] != 0 {
			t.Errorf("gradient %v changes something: %v %v %+v", bad, weights, biases, s)
		}
	}
}

// TestNoGradient checks that a step without any gradient does not divide by zero.
func TestNoGradient(t *testing.T) {
	weights := []float32{1}
	cfg := hyper.Default()
	cfg.WeightDecay = 0
	s := newOptimizer(cfg, newWorkers(2, 2), []net.Param{{Data: weights, Decay: true}})
	s.rate = 0.01
	if err := s.Step([]gorgonia.ValueGrad{newFixed(weights, []float32{0})}); err != nil || weights[0] != 1 {
		t.Errorf("weight %v, error %v", weights[0], err)
	}
}
