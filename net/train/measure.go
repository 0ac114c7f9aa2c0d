package train

import "math"

// add adds to l the losses and figures o of other samples.
func (l *Losses) add(o *Losses) {
	l.Policy += o.Policy
	l.Value += o.Value
	for i := range l.Heads {
		l.Heads[i] += o.Heads[i]
	}
	l.PolicyTargetEntropy += o.PolicyTargetEntropy
	l.PolicyAgreement += o.PolicyAgreement
	l.ValueError += o.ValueError
}

// measure adds the figures of a sample of a batch that are not losses.
func (l *Losses) measure(b *batch, s sampleScores, sample int) {
	if weight := b.policy.weight[sample]; weight > 0 {
		target := b.policy.row(sample)
		l.PolicyTargetEntropy += weight * entropy(target)
		if argmax(s.policy[:len(target)]) == argmax(target) {
			l.PolicyAgreement += weight
		}
	}
	if weight := b.value.weight[sample]; weight > 0 {
		target := b.value.row(sample)
		l.ValueError += weight * math.Abs(expected(s.value)-float64(target[0]-target[2]))
	}
}

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

// argmax returns the index of the largest element, the first of equals.
func argmax(x []float32) int {
	best := 0
	for i, v := range x {
		if v > x[best] {
			best = i
		}
	}
	return best
}

// expected returns P(win) - P(loss), given the logits of a win, a draw and a loss.
func expected(logits []float32) float64 {
	peak := largest(logits)
	win, draw, loss := math.Exp(float64(logits[0])-peak), math.Exp(float64(logits[1])-peak),
		math.Exp(float64(logits[2])-peak)
	return (win - loss) / (win + draw + loss)
}
