package kernel

// updateAVX2 updates the weights by four, and returns how many it did.
func (a *AdamW) updateAVX2(weights, grads, mean, square []float32) int {
	fours := len(weights) / 4
	if fours > 0 {
		c := [...]float64{a.Beta1, 1 - a.Beta1, a.Beta2, 1 - a.Beta2, a.Scale, a.Keep, a.Rate, a.Correction, a.Epsilon}
		adamW(&weights[0], &grads[0], &mean[0], &square[0], fours, &c[0])
	}
	return 4 * fours
}
