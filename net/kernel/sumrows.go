package kernel

// SumRows sets dst [columns] to the sum of the rows of x, at least one and stride floats apart, added from the first
// to the last.
func SumRows(dst, x []float32, stride, rows, columns int) {
	dst, x = dst[:columns], x[:(rows-1)*stride+columns]
	if avx2 {
		sumRowsAVX2(dst, x, stride, rows, columns)
		return
	}
	clear(dst)
	for r := range rows {
		addScaled(dst, x[r*stride:], 1)
	}
}
