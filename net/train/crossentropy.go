package train

import "math"

// distributions are the targets of a softmax over the first classes of each row of logits [rows,
// stride]. All samples have the same number of rows.
type distributions struct {
	stride int
	counts []int     // classes of a row [rows]
	prob   []float32 // [rows, stride]; entries after a row's classes have no meaning
	weight []float64 // of each sample [batch]; 0 masks it. The sum is 1, or 0 if all are masked
}

func newDistributions(batch, perSample, stride int) *distributions {
	rows := batch * perSample
	return &distributions{
		stride: stride, counts: make([]int, rows),
		prob: make([]float32, rows*stride), weight: make([]float64, batch),
	}
}

// weights returns the weights of all samples.
func (d *distributions) weights() []float64 { return d.weight }

// width returns the number of logits of a sample.
func (d *distributions) width() int { return d.perSample() * d.stride }

// row returns the probabilities of a row.
func (d *distributions) row(row int) []float32 { return d.prob[row*d.stride:][:d.counts[row]] }

// perSample returns the number of rows of a sample.
func (d *distributions) perSample() int { return len(d.counts) / len(d.weight) }

// loss returns the weight of a sample times the mean over its rows of -sum_i p_i log
// softmax(logits)_i, in nats. It sets grad to factor times the gradient of the logits.
func (d *distributions) loss(grad, logits []float32, sample int, factor float64) float64 {
	rows := d.perSample()
	weight := d.weight[sample] / float64(rows)
	var loss float64
	for r := range rows {
		prob, at := d.row(sample*rows+r), r*d.stride
		to := grad[at:][:len(prob)]
		if weight == 0 {
			clear(to)
			continue
		}
		loss += weight * crossEntropy(to, logits[at:][:len(prob)], prob, weight*factor)
	}
	return loss
}

// crossEntropy returns -sum_i prob_i log softmax(logits)_i and sets grad to scale times its
// gradient.
func crossEntropy(grad, logits, prob []float32, scale float64) float64 {
	peak := largest(logits)
	var total, mass, cross float64
	for i, z := range logits {
		below := float64(z) - peak
		exp := math.Exp(below)
		total += exp
		grad[i] = float32(exp)
		p := float64(prob[i])
		mass += p
		cross -= p * below
	}
	share := scale * mass / total
	for i, p := range prob {
		grad[i] = float32(share*float64(grad[i]) - scale*float64(p))
	}
	return cross + mass*math.Log(total)
}

// largest returns the largest of logits.
func largest(logits []float32) float64 {
	peak := math.Inf(-1)
	for _, z := range logits {
		peak = max(peak, float64(z))
	}
	return peak
}
