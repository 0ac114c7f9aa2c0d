package kernel

func reluGradAVX2(grad, out, sum []float32, rows, c int) {
	if rows > 0 && c > 0 {
		reluGrad(&grad[0], &out[0], &sum[0], c*floatBytes, c, rows)
	}
}
