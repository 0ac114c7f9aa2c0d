package train

import (
	"math"

	"gorgonia.org/gorgonia"
)

// distributions are the targets of a softmax over the first classes of each row of logits
// [rows, stride].
type distributions struct {
	stride int
	counts []int     // classes of a row [rows]
	prob   []float32 // [rows, stride]; what lies behind a row's classes means nothing
	weight []float64 // of a row [rows]; 0 masks it, and the sum is 1 or, if all are masked, 0
}

func newDistributions(rows, stride int) *distributions {
	return &distributions{
		stride: stride, counts: make([]int, rows),
		prob: make([]float32, rows*stride), weight: make([]float64, rows),
	}
}

// row returns the part of x [rows, stride] that belongs to the classes of a row.
func (d *distributions) row(x []float32, row int) []float32 { return x[row*d.stride:][:d.counts[row]] }

// crossEntropy adds the weighted sum over the rows of -sum_i p_i log softmax(logits)_i, in nats:
// a scalar.
func (b *builder) crossEntropy(name string, logits *gorgonia.Node, target *distributions) *gorgonia.Node {
	perSample := len(target.counts) / b.samples
	o := &op{name: name, wrt: []bool{true}}
	sums := make([]float64, b.parts)
	o.do = func(dst []float32, in []values) {
		b.run(func(p part) {
			sums[p.index] = 0
			for r := p.first * perSample; r < p.last*perSample; r++ {
				if target.weight[r] > 0 {
					sums[p.index] += target.weight[r] * crossEntropy(target.row(in[0], r), target.row(target.prob, r))
				}
			}
		})
		dst[0] = float32(sum(sums))
	}
	o.pullback = func(in gorgonia.Nodes, _, grad *gorgonia.Node) gorgonia.Nodes {
		return gorgonia.Nodes{b.crossEntropyGrad(name, in[0], grad, target, perSample)}
	}
	return b.apply(o, logits)
}

// crossEntropyGrad adds the gradient of the logits: weight * (softmax - target).
func (b *builder) crossEntropyGrad(name string, logits, grad *gorgonia.Node, target *distributions, perSample int) *gorgonia.Node {
	return b.apply(&op{
		name: "gradient of the input of " + name, shape: logits.Shape().Clone(),
		do: func(dst []float32, in []values) {
			b.run(func(p part) {
				for r := p.first * perSample; r < p.last*perSample; r++ {
					to := target.row(dst, r)
					if target.weight[r] == 0 {
						clear(to)
						continue
					}
					crossEntropyGrad(to, target.row(in[0], r), target.row(target.prob, r), target.weight[r]*float64(in[1][0]))
				}
			})
		},
	}, logits, grad)
}

// crossEntropy returns -sum_i prob_i log softmax(logits)_i.
func crossEntropy(logits, prob []float32) float64 {
	peak, total := logSumExp(logits)
	var loss float64
	for i, p := range prob {
		loss += float64(p) * (total + peak - float64(logits[i]))
	}
	return loss
}

// crossEntropyGrad sets dst to the gradient of scale times the cross-entropy.
func crossEntropyGrad(dst, logits, prob []float32, scale float64) {
	peak, total := logSumExp(logits)
	var mass float64
	for _, p := range prob {
		mass += float64(p)
	}
	for i, z := range logits {
		dst[i] = float32(scale * (mass*math.Exp(float64(z)-peak-total) - float64(prob[i])))
	}
}

// logSumExp returns the largest logit, and log sum_i exp(logits_i) less it.
func logSumExp(logits []float32) (peak, rest float64) {
	peak = math.Inf(-1)
	for _, z := range logits {
		peak = max(peak, float64(z))
	}
	for _, z := range logits {
		rest += math.Exp(float64(z) - peak)
	}
	return peak, math.Log(rest)
}

func sum(x []float64) float64 {
	var total float64
	for _, v := range x {
		total += v
	}
	return total
}
