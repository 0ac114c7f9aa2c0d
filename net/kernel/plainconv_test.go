package kernel

// This file has the convolution and its gradients by their definition, tap by tap. [Conv] and
// [ConvGrad] compute the same faster, and their tests compare them with this version.

// conv3x3 computes what [Conv.Run] computes. weights are [3, 3, in, out], and bias [out] may be nil.
func conv3x3(dst, src, weights, bias, residual []float32, h, w, in, out int, relu bool) {
	for r := range h {
		for c := range w {
			at := ((r+1)*(w+2) + c + 1) * out
			to := dst[at : at+out]
			if residual == nil {
				clear(to)
			} else {
				copy(to, residual[at:])
			}
			if bias != nil {
				addScaled(to, bias, 1)
			}
			for tap := range 9 {
				from := src[((r+tap/3)*(w+2)+c+tap%3)*in:][:in]
				for i, x := range from {
					addScaled(to, weights[(tap*in+i)*out:], x)
				}
			}
			if relu {
				rectify(to)
			}
		}
	}
}

// conv3x3InputGrad computes the gradient dsrc of a convolution's input from the gradient ddst of
// its output before the activation. dsrc [.., in] and ddst [.., out] are padded images of h x w
// squares, weights [3, 3, in, out]. It overwrites the inside of dsrc.
func conv3x3InputGrad(dsrc, ddst, weights []float32, h, w, in, out int) {
	for r := range h {
		for c := range w {
			to := dsrc[((r+1)*(w+2)+c+1)*in:][:in]
			clear(to)
			for tap := range 9 {
				// The output square that read this square through the tap is on the opposite side.
				from := ddst[((r+2-tap/3)*(w+2)+c+2-tap%3)*out:][:out]
				for i := range to {
					to[i] += dot(from, weights[(tap*in+i)*out:])
				}
			}
		}
	}
}

// conv3x3WeightGrad adds the gradient of a convolution's weights to dweights [3, 3, in, out]. src
// [.., in] is the input, and ddst [.., out] the gradient of the output before the activation. Both
// are padded images of h x w squares.
func conv3x3WeightGrad(dweights, src, ddst []float32, h, w, in, out int) {
	for r := range h {
		for c := range w {
			grad := ddst[((r+1)*(w+2)+c+1)*out:][:out]
			for tap := range 9 {
				from := src[((r+tap/3)*(w+2)+c+tap%3)*in:][:in]
				for i, x := range from {
					addScaled(dweights[(tap*in+i)*out:][:out], grad, x)
				}
			}
		}
	}
}
