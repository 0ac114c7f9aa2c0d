package kernel

// poolAVX2 sums up h x w squares of src that begin at a square, a row of them every pitch squares.
func poolAVX2(sum, peak, src []float32, at, pitch, h, w, c int, floor float32) {
	src = src[at*c:][:((h-1)*pitch+w)*c]
	pool(&sum[:c][0], &peak[:c][0], &src[0], pitch*c*floatBytes, c*floatBytes, c, h, w, floor)
}

func addChannelsAVX2(x, bias []float32, h, w, c int) {
	x = x[(w+3)*c:][:((h-1)*(w+2)+w)*c]
	shift(&x[0], &bias[:c][0], (w+2)*c*floatBytes, c*floatBytes, c, h, w)
}
