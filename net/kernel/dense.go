package kernel

// Dense computes dst = act(src x weights + bias), where src is [rows, in], weights [in, out],
// dst [rows, out] and act is ReLU or nothing: a dense layer with one row a sample, a 1x1
// convolution with one row a square. bias [out] may be nil.
func Dense(dst, src, weights, bias []float32, rows, in, out int, relu bool) {
	if avx2 {
		denseAVX2(dst, src, weights, bias, rows, in, out, relu)
		return
	}
	if simd && fits(in, out) {
		denseSIMD(dst, src, weights, bias, rows, in, out, relu)
		return
	}
	for r := range rows {
		to := dst[r*out : (r+1)*out]
		if bias == nil {
			clear(to)
		} else {
			copy(to, bias)
		}
		for i, x := range src[r*in : (r+1)*in] {
			addScaled(to, weights[i*out:], x)
		}
		if relu {
			rectify(to)
		}
	}
}
