package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gorgonia.org/gorgonia"

	"epaminondas/net"
	"epaminondas/net/train/hyper"
)

// TestMuon compares steps with the published algorithm, which iterates on the whole matrix in float64.
func TestMuon(t *testing.T) {
	const inputs, outputs = 11, 24
	rows := 9 * inputs
	random := rand.New(rand.NewPCG(1, 2))
	p := net.Param{Shape: []int{3, 3, inputs, outputs}, Data: make([]float32, rows*outputs), Decay: true}
	want := mat.NewDense(rows, outputs, nil)
	for i := range p.Data {
		p.Data[i] = float32(random.NormFloat64())
		want.RawMatrix().Data[i] = float64(p.Data[i])
	}
	cfg := hyper.Default()
	cfg.Optimizer, cfg.WeightDecay, cfg.ClipNorm = hyper.Muon, 0.1, 1
	s := newOptimizer(cfg, newWorkers(1, 1), []net.Param{p})
	s.rate = 0.01

	mean := mat.NewDense(rows, outputs, nil)
	for range 3 {
		grads := make([]float32, len(p.Data))
		gradient := mat.NewDense(rows, outputs, nil)
		for i := range grads {
			grads[i] = float32(random.NormFloat64() * math.Exp(-float64(i%outputs)/6))
			gradient.RawMatrix().Data[i] = float64(grads[i])
		}
		gradient.Scale(1/mat.Norm(gradient, 2), gradient) // clipped
		step := publishedMuon(mean, gradient)
		step.Scale(0.01*0.4*math.Sqrt(float64(rows)), step)
		want.Scale(1-0.01*0.1, want)
		want.Sub(want, step)

		model := newFixed(p.Data, grads)
		if err := s.Step([]gorgonia.ValueGrad{model}); err != nil {
			t.Fatal(err)
		}
		for i, w := range want.RawMatrix().Data {
			if math.Abs(float64(p.Data[i])-w) > 1e-4 {
				t.Fatalf("step %d: weight %d is %v, want %v", s.steps, i, p.Data[i], w)
			}
		}
	}
}

// publishedMuon returns the update of Jordan 2024 and changes the mean.
func publishedMuon(mean, gradient *mat.Dense) *mat.Dense {
	var share, x mat.Dense
	share.Scale(1-0.95, gradient)
	mean.Scale(0.95, mean)
	mean.Add(mean, &share)
	x.Scale(0.95, mean)
	x.Add(&x, &share)
	x.Scale(1/mat.Norm(&x, 2), &x)
	for range 5 {
		var s, s2, product mat.Dense
		s.Mul(x.T(), &x)
		s2.Mul(&s, &s)
		s.Scale(-4.7750, &s)
		s2.Scale(2.0315, &s2)
		s.Add(&s, &s2)
		for i := range s.RawMatrix().Rows {
			s.Set(i, i, s.At(i, i)+3.4445)
		}
		product.Mul(&x, &s)
		x.CloneFrom(&product)
	}
	return &x
}

// TestMuonTurnsEveryDirection checks that an update moves weak directions as far as strong ones.
func TestMuonTurnsEveryDirection(t *testing.T) {
	const inputs, outputs = 32, 32
	p := net.Param{Shape: []int{3, 3, inputs, outputs}, Data: make([]float32, 9*inputs*outputs), Decay: true}
	m := newMuon(hyper.Muon, p)
	random := rand.New(rand.NewPCG(3, 4))
	for i := range m.ahead {
		m.ahead[i] = float32(random.NormFloat64() * math.Exp(-float64(i%outputs)/8))
	}
	norm := m.orthogonalise()
	turned := mat.NewDense(m.rows, m.columns, nil)
	for i, v := range m.turned {
		turned.RawMatrix().Data[i] = float64(v) / norm
	}
	var svd mat.SVD
	if !svd.Factorize(turned, mat.SVDNone) {
		t.Fatal("no singular values")
	}
	for i, v := range svd.Values(nil) {
		if v < 0.6 || v > 1.3 {
			t.Errorf("singular value %d is %v", i, v)
		}
	}
}

// TestMuonWithoutGradient checks that a tensor without any gradient keeps its weights.
func TestMuonWithoutGradient(t *testing.T) {
	p := net.Param{Shape: []int{3, 3, 1, 8}, Data: make([]float32, 72), Decay: true}
	for i := range p.Data {
		p.Data[i] = float32(i)
	}
	m := newMuon(hyper.Muon, p)
	m.update(p.Data, make([]float32, 72), make([]float32, 72), 1, 1, 0.1)
	for i, v := range p.Data {
		if v != float32(i) {
			t.Fatalf("weight %d is %v", i, v)
		}
	}
}
