package train

import (
	"math"

	"gorgonia.org/gorgonia"
)

// huberDelta is the error from which on the loss of plies left grows linearly: a factor of
// exp(6/4), 4.5, in the number of plies.
const huberDelta = 0.25

// scalars are the targets of a regression, one a sample.
type scalars struct {
	want   []float32 // [batch]
	weight []float64 // [batch]; 0 masks a sample, and the sum is 1 or 0
}

func newScalars(batch int) *scalars {
	return &scalars{want: make([]float32, batch), weight: make([]float64, batch)}
}

// huber adds the weighted sum over the samples of Huber's loss of x [batch, 1, 1, 1].
func (b *builder) huber(name string, x *gorgonia.Node, target *scalars) *gorgonia.Node {
	o := &op{name: name, wrt: []bool{true}}
	o.do = func(dst []float32, in []values) {
		var total float64
		for i, weight := range target.weight {
			total += weight * huber(float64(in[0][i])-float64(target.want[i]))
		}
		dst[0] = float32(total)
	}
	o.pullback = func(in gorgonia.Nodes, _, grad *gorgonia.Node) gorgonia.Nodes {
		return gorgonia.Nodes{b.apply(&op{
			name: "gradient of the input of " + name, shape: b.vector(1).shape(),
			do: func(dst []float32, in []values) {
				for i, weight := range target.weight {
					dst[i] = float32(weight * float64(in[1][0]) * huberGrad(float64(in[0][i])-float64(target.want[i])))
				}
			},
		}, in[0], grad)}
	}
	return b.apply(o, x)
}

// huber returns Huber's loss of an error (Huber 1964): e²/2 up to huberDelta, from there on the
// tangent.
func huber(e float64) float64 {
	inner := min(math.Abs(e), huberDelta)
	return inner * (math.Abs(e) - inner/2)
}

// huberGrad returns the derivative of [huber].
func huberGrad(e float64) float64 { return max(-huberDelta, min(huberDelta, e)) }
