package train

import "math"

// huberDelta is the error above which the loss of plies left grows linearly. This error is a factor
// of exp(6/4), which is 4.5, in the number of plies.
const huberDelta = 0.25

// scalars are the targets of a regression, one a sample.
type scalars struct {
	want   []float32 // [batch]
	weight []float64 // [batch]; 0 masks a sample, and the sum is 1 or 0
}

func newScalars(batch int) *scalars {
	return &scalars{want: make([]float32, batch), weight: make([]float64, batch)}
}

// weights returns the weights of all samples.
func (s *scalars) weights() []float64 { return s.weight }

// width returns the number of outputs of a sample.
func (s *scalars) width() int { return 1 }

// loss returns the weight of a sample times Huber's loss of x [1], and sets grad to factor times
// its gradient.
func (s *scalars) loss(grad, x []float32, sample int, factor float64) float64 {
	weight := s.weight[sample]
	if weight == 0 {
		grad[0] = 0
		return 0
	}
	e := float64(x[0]) - float64(s.want[sample])
	grad[0] = float32(factor * weight * huberGrad(e))
	return weight * huber(e)
}

// huber returns Huber's loss of an error (Huber 1964): e²/2 up to huberDelta, then the tangent.
func huber(e float64) float64 {
	inner := min(math.Abs(e), huberDelta)
	return inner * (math.Abs(e) - inner/2)
}

// huberGrad returns the derivative of [huber].
func huberGrad(e float64) float64 { return max(-huberDelta, min(huberDelta, e)) }
