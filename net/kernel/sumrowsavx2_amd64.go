package kernel

func sumRowsAVX2(dst, x []float32, stride, rows, columns int) {
	if rows > 0 && columns > 0 {
		sumRows(&dst[0], &x[0], stride*floatBytes, rows, columns)
	}
}
