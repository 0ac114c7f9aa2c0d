package kernel

func addEntriesAVX2(dst []float32, pairs []Pair, src, weights []float32, in int) {
	pairs = pairs[:len(dst)]
	rows, columns := uint32(len(src)/in), uint32(len(weights)/in)
	for i := range pairs { // assembly does not check
		a, b := pairs[i].A, pairs[i].B
		if uint32(a.Row) >= rows || uint32(b.Row) >= rows || uint32(a.Column) >= columns || uint32(b.Column) >= columns {
			panic("kernel: no such entry")
		}
	}
	entries(&dst[0], &pairs[0].A.Row, &src[0], &weights[0], len(dst), in)
}
