package kernel

// Dense computes dst = act(src x weights + bias). src is [rows, in], weights [in, out], dst [rows,
// out], and act is ReLU or the identity. It is a dense layer with a row for each sample, or a 1x1
// convolution with a row for each square. bias [out] may be nil.
func Dense(dst, src, weights, bias []float32, rows, in, out int, relu bool) {
	if vectors {
		denseVectors(dst, src, weights, bias, rows, in, out, relu)
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

// AddDense adds src x weights to dst; shapes as in [Dense]. With transposed weights it maps the
// gradient of a dense layer's output to the gradient of its input.
func AddDense(dst, src, weights []float32, rows, in, out int) {
	if vectors {
		addProductVectors(dst[:rows*out], src[:rows*in], weights[:in*out], rows, in, out, in, 1)
		return
	}
	for r := range rows {
		to := dst[r*out : (r+1)*out]
		for i, x := range src[r*in : (r+1)*in] {
			addScaled(to, weights[i*out:], x)
		}
	}
}

// AddDenseWeightGrad adds to dweights [in, out] the gradient of a dense layer's weights, from its
// input src [rows, in] and the gradient of its output ddst [rows, out].
func AddDenseWeightGrad(dweights, src, ddst []float32, rows, in, out int) {
	if vectors {
		addProductVectors(dweights[:in*out], src[:rows*in], ddst[:rows*out], in, rows, out, 1, in)
		return
	}
	for r := range rows {
		from := ddst[r*out : (r+1)*out]
		for i, x := range src[r*in : (r+1)*in] {
			addScaled(dweights[i*out:(i+1)*out], from, x)
		}
	}
}

// Transpose sets dst [columns, rows] to the transpose of src [rows, columns].
func Transpose(dst, src []float32, rows, columns int) {
	for r := range rows {
		for c, v := range src[r*columns:][:columns] {
			dst[c*rows+r] = v
		}
	}
}
