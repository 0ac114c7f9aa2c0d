package train

import (
	"math"

	"gorgonia.org/gorgonia"
)

// measure fills in what the losses alone do not tell of a batch that has been run.
func (l *Losses) measure(b *batch, h heads) {
	policy, value := elements(h.policy), elements(h.value)
	for i, weight := range b.policy.weight {
		if weight == 0 {
			continue
		}
		target := b.policy.row(b.policy.prob, i)
		l.PolicyTargetEntropy += weight * entropy(target)
		if argmax(b.policy.row(policy, i)) == argmax(target) {
			l.PolicyAgreement += weight
		}
	}
	for i, weight := range b.value.weight {
		if weight > 0 {
			target := b.value.row(b.value.prob, i)
			l.ValueError += weight * math.Abs(expected(b.value.row(value, i))-float64(target[0]-target[2]))
		}
	}
}

// elements returns the elements of a node after a run. The next run overwrites them.
func elements(n *gorgonia.Node) []float32 { return n.Value().Data().([]float32) }

// entropy returns -sum_i p_i log p_i, in nats.
func entropy(prob []float32) float64 {
	var h float64
	for _, p := range prob {
		if p > 0 {
			h -= float64(p) * math.Log(float64(p))
		}
	}
	return h
}

// argmax returns the index of the first of the largest.
func argmax(x []float32) int {
	best := 0
	for i, v := range x {
		if v > x[best] {
			best = i
		}
	}
	return best
}

// expected returns P(win) - P(loss) of logits of a win, a draw and a loss.
func expected(logits []float32) float64 {
	peak, rest := logSumExp(logits)
	return math.Exp(float64(logits[0])-peak-rest) - math.Exp(float64(logits[2])-peak-rest)
}
