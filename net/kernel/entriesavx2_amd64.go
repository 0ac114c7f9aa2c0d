package kernel

func addEntriesAVX2(dst []float32, pairs []Pair, src, weights []float32, in int) {
	pairs = pairs[:len(dst)]
	checkEntries(pairs, len(src)/in, len(weights)/in)
	entries(&dst[0], &pairs[0].A.Row, &src[0], &weights[0], len(dst), in)
}

func addEntriesGradAVX2(dx, dw, src, weights, grad []float32, pairs []Pair, in int) {
	grad = grad[:len(pairs)]
	checkEntries(pairs, min(len(src), len(dx))/in, min(len(weights), len(dw))/in)
	entriesGrad(&dx[0], &dw[0], &src[0], &weights[0], &grad[0], &pairs[0].A.Row, len(pairs), in*floatBytes, in)
}

// checkEntries panics where assembly would not notice.
func checkEntries(pairs []Pair, rows, columns int) {
	for i := range pairs {
		a, b := pairs[i].A, pairs[i].B
		if max(uint32(a.Row), uint32(b.Row)) >= uint32(rows) || max(uint32(a.Column), uint32(b.Column)) >= uint32(columns) {
			panic("kernel: no such entry")
		}
	}
}
