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

func softmaxAVX2(x []float32) { softmax(&x[0], len(x)) }

func (c *SparseConv) addAVX2(dst, weights []float32, features []Feature, rows, floats, w int) {
	_ = dst[(rows-1)*(w+2)*c.out:][:floats]
	for _, f := range features { // assembly does not check
		if f.Channel() >= c.in {
			panic("kernel: no such channel")
		}
	}
	addFeatures(&dst[0], &weights[0], (*uint64)(&features[0]), len(features), 9*c.out*floatBytes,
		(w+2)*c.out*floatBytes, 3*c.out*floatBytes, rows, floats)
}
