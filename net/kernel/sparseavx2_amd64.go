package kernel

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
