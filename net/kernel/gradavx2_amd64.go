package kernel

// The callers have cut all slices to their lengths.

func reluGradAVX2(grad, out, sum []float32, rows, c int) {
	if rows > 0 && c > 0 {
		reluGrad(&grad[0], &out[0], &sum[0], c*floatBytes, c, rows)
	}
}

func poolGradAVX2(dsrc, src, peak, mean, most, sum []float32, rows, c int, share float32) {
	if rows > 0 && c > 0 {
		poolGrad(&dsrc[0], &src[0], &peak[0], &mean[0], &most[0], &sum[0], c*floatBytes, c, rows, share)
	}
}

// updateAVX2 updates the weights by four, and returns how many it did.
func (a *AdamW) updateAVX2(weights, grads, mean, square []float32) int {
	fours := len(weights) / 4
	if fours > 0 {
		c := [...]float64{a.Beta1, 1 - a.Beta1, a.Beta2, 1 - a.Beta2, a.Scale, a.Keep, a.Rate, a.Correction, a.Epsilon}
		adamW(&weights[0], &grads[0], &mean[0], &square[0], fours, &c[0])
	}
	return 4 * fours
}

func sumRowsAVX2(dst, x []float32, stride, rows, columns int) {
	if rows > 0 && columns > 0 {
		sumRows(&dst[0], &x[0], stride*floatBytes, rows, columns)
	}
}

// addProductAVX2 adds to m [rows, out] the product of v, whose rows are vRow and columns vStep
// apart, and u [depth, out].
func addProductAVX2(m, v, u []float32, rows, depth, out, vRow, vStep int) {
	if rows == 0 || depth == 0 || out == 0 {
		return
	}
	p := product{add: true, floor: noFloor, batch: 1, mRow: out, vRow: vRow, vStep: vStep, uStep: out, depth: depth}
	whole := out / lanes
	for at := 0; at < out; at += p.vectors * lanes {
		if left := whole - at/lanes; left > 0 {
			p.vectors = panelWidth(left)
		} else {
			p.vectors, p.rest = 1, out%lanes
		}
		p.u = &u[at]
		p.run(m[at:], v, rows)
	}
}
