package train

import (
	"math"

	"epaminondas/net"
	"epaminondas/net/kernel"
	"epaminondas/net/train/hyper"
)

const (
	muonBeta = 0.95 // decay of the mean gradient a step, as in Jordan 2024
	// muonScale is the root of the mean square of an update, in learning rates. The updates of AdamW
	// have 0.2 to 0.4, so that one learning rate serves both (arXiv:2502.16982).
	muonScale  = 0.4
	muonRounds = 5 // iterations that make the update orthogonal
)

// The factors of an iteration: X becomes X times (muonLinear + muonCubic S + muonQuintic S^2), where S is
// the product of X transposed and X. They come from Jordan 2024. After five iterations, singular values
// above a five-hundredth of the norm lie between 0.6 and 1.3.
const (
	muonLinear  = 3.4445
	muonCubic   = -4.7750
	muonQuintic = 2.0315
)

// muon is the optimizer of one 3x3 convolution, whose weights are a matrix [rows, columns]: taps and
// inputs by outputs. It moves the weights along the mean gradient, after it has made that matrix nearly
// orthogonal. So directions that rarely have large gradients learn as fast as the others (Jordan, "Muon:
// An optimizer for hidden layers in neural networks", 2024).
type muon struct {
	rows, columns int
	ahead, turned []float32 // [rows, columns]: the mean gradient a step ahead, and the update

	// All are [columns, columns]: the product S of the normalised matrix with itself, the factor of this
	// iteration, the product of all factors, and scratch.
	gram, factor, total, scratch []float32
}

// newMuon returns the optimizer of a tensor, nil if it learns by AdamW.
func newMuon(o hyper.Optimizer, p net.Param) *muon {
	if o != hyper.Muon || len(p.Shape) != 4 {
		return nil
	}
	m := &muon{columns: p.Shape[3]}
	m.rows = len(p.Data) / m.columns
	m.ahead, m.turned = make([]float32, len(p.Data)), make([]float32, len(p.Data))
	for _, square := range []*[]float32{&m.gram, &m.factor, &m.total, &m.scratch} {
		*square = make([]float32, m.columns*m.columns)
	}
	return m
}

// update changes the weights and the mean gradient by the gradients times scale. keep is the factor of
// weight decay.
func (m *muon) update(weights, grads, mean []float32, scale, keep, rate float64) {
	mean, grads = mean[:len(weights)], grads[:len(weights)]
	share := float32((1 - muonBeta) * scale)
	for i, g := range grads {
		g *= share
		mean[i] = float32(muonBeta*mean[i]) + g
		m.ahead[i] = float32(muonBeta*mean[i]) + g
	}
	step := float32(0)
	if norm := m.orthogonalise(); norm > 0 {
		step = float32(rate * muonScale * math.Sqrt(float64(max(m.rows, m.columns))) / norm)
	}
	for i, w := range weights {
		weights[i] = float32(w*float32(keep)) - float32(step*m.turned[i])
	}
}

// orthogonalise sets turned to a nearly orthogonal matrix, times the norm of ahead. It returns this norm,
// the root of the sum of squares. If ahead is zero, so is turned. It iterates on the small product of ahead
// with itself, and not on ahead. That gives the same numbers.
func (m *muon) orthogonalise() (norm float64) {
	clear(m.gram)
	kernel.AddDenseWeightGrad(m.gram, m.ahead, m.ahead, m.rows, m.columns, m.columns)
	var trace float64
	for i := 0; i < len(m.gram); i += m.columns + 1 {
		trace += float64(m.gram[i])
	}
	clear(m.turned)
	if trace == 0 {
		return 0
	}
	for i := range m.gram {
		m.gram[i] = float32(float64(m.gram[i]) / trace)
	}
	clear(m.total)
	m.addIdentity(m.total, 1)
	for range muonRounds {
		m.multiply(m.factor, m.gram, m.gram)
		for i, s := range m.gram {
			m.factor[i] = float32(muonQuintic*m.factor[i]) + float32(muonCubic*s)
		}
		m.addIdentity(m.factor, muonLinear)
		m.multiply(m.scratch, m.total, m.factor)
		m.total, m.scratch = m.scratch, m.total
		m.multiply(m.scratch, m.gram, m.factor)
		m.multiply(m.gram, m.factor, m.scratch)
	}
	kernel.AddDense(m.turned, m.ahead, m.total, m.rows, m.columns, m.columns)
	return math.Sqrt(trace)
}

// addIdentity adds a multiple of the identity to a square matrix.
func (m *muon) addIdentity(dst []float32, factor float32) {
	for i := 0; i < len(dst); i += m.columns + 1 {
		dst[i] += factor
	}
}

// multiply sets dst to the product of two square matrices.
func (m *muon) multiply(dst, a, b []float32) {
	clear(dst)
	kernel.AddDense(dst, a, b, m.columns, m.columns, m.columns)
}
