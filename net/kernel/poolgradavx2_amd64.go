package kernel

func poolGradAVX2(dsrc, src, peak, mean, most, sum []float32, rows, c int, share float32) {
	if rows > 0 && c > 0 {
		poolGrad(&dsrc[0], &src[0], &peak[0], &mean[0], &most[0], &sum[0], c*floatBytes, c, rows, share)
	}
}
