package kernel

import "math"

// AdamW is one step of Adam (Kingma & Ba, arXiv:1412.6980) with decoupled weight decay (Loshchilov
// & Hutter, arXiv:1711.05101). It computes in float64. Both paths give the same bits.
type AdamW struct {
	Beta1, Beta2 float64 // decay of the mean gradient and of the mean square
	Scale        float64 // factor on the gradients
	Keep         float64 // factor on a weight: 1 without decay
	Rate         float64 // learning rate, divided by 1 - Beta1^steps
	Correction   float64 // 1 / (1 - Beta2^steps)
	Epsilon      float64 // added to the root of the mean square
}

// Update changes weights and the moments mean and square by grads. All have the same length.
func (a *AdamW) Update(weights, grads, mean, square []float32) {
	grads, mean, square = grads[:len(weights)], mean[:len(weights)], square[:len(weights)]
	done := 0
	if vectors {
		done = a.updateVectors(weights, grads, mean, square)
	}
	for i := done; i < len(weights); i++ {
		g := float64(grads[i]) * a.Scale
		m := float64(a.Beta1*float64(mean[i])) + float64((1-a.Beta1)*g)
		v := float64(a.Beta2*float64(square[i])) + float64((1-a.Beta2)*g*g)
		mean[i], square[i] = float32(m), float32(v)
		step := a.Rate * m / (math.Sqrt(v*a.Correction) + a.Epsilon)
		weights[i] = float32(float64(float64(weights[i])*a.Keep) - step)
	}
}
