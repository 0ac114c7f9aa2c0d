package kernel

// GlobalPool summarises the image src [h, w, c] in dst [2c]. First come the means of all channels
// over the squares, then the maxima.
func GlobalPool(dst, src []float32, h, w, c int) {
	mean, peak := dst[:c], dst[c:2*c]
	if avx2 {
		poolAVX2(mean, peak, src, 0, h*w, 1, h*w, c, noFloor)
		divide(mean, h*w)
		return
	}
	if simd && fits(c, c) && h*w > 0 {
		poolSIMD(mean, peak, src, w, h, w, c, false)
		divide(mean, h*w)
		return
	}
	clear(mean)
	for i := range peak {
		peak[i] = noFloor
	}
	for squares := src[:h*w*c]; len(squares) > 0; squares = squares[c:] {
		for i, v := range squares[:c] {
			mean[i] += v
			if v > peak[i] {
				peak[i] = v
			}
		}
	}
	divide(mean, h*w)
}

// GlobalPoolPadded is GlobalPool of the inside of the padded image src after ReLU.
func GlobalPoolPadded(dst, src []float32, h, w, c int) {
	mean, peak := dst[:c], dst[c:2*c]
	if avx2 {
		poolAVX2(mean, peak, src, w+3, w+2, h, w, c, 0)
		divide(mean, h*w)
		return
	}
	if simd && fits(c, c) && h*w > 0 {
		poolSIMD(mean, peak, src[(w+3)*c:], w+2, h, w, c, true)
		divide(mean, h*w)
		return
	}
	clear(mean)
	clear(peak)
	for r := range h {
		for squares := insideRow(src, r, w, c); len(squares) > 0; squares = squares[c:] {
			for i, v := range squares[:c] {
				if v < 0 {
					continue
				}
				mean[i] += v
				if v > peak[i] {
					peak[i] = v
				}
			}
		}
	}
	divide(mean, h*w)
}

func divide(x []float32, by int) {
	factor := 1 / float32(by)
	for i := range x {
		x[i] *= factor
	}
}

// GlobalPoolGrad adds the gradient of [GlobalPool] with respect to src to dsrc [h, w, c]. The
// argument pooled [2c] is the result of GlobalPool, and grad [2c] is the gradient of that result.
// The values of src must not be negative, because a ReLU made them. Where src is zero, the gradient
// of that ReLU is zero, so nothing is added. The gradient of a maximum goes to the first square
// that holds the maximum. Each channel's sum of the new dsrc over all squares is added to sum [c].
func GlobalPoolGrad(dsrc, src, pooled, grad, sum []float32, h, w, c int) {
	addPoolGrad(dsrc, src, pooled, grad, sum, h*w, h*w, c)
}

// GlobalPoolPaddedGrad is GlobalPoolGrad for [GlobalPoolPadded], on padded images: it adds the
// gradient of src before the ReLU.
func GlobalPoolPaddedGrad(dsrc, src, pooled, grad, sum []float32, h, w, c int) {
	addPoolGrad(dsrc, src, pooled, grad, sum, (h+2)*(w+2), h*w, c)
}

func addPoolGrad(dsrc, src, pooled, grad, sum []float32, rows, squares, c int) {
	dsrc, src, sum = dsrc[:rows*c], src[:rows*c], sum[:c]
	peak, mean, most := pooled[c:2*c], grad[:c], grad[c:2*c]
	share := 1 / float32(squares)
	if avx2 {
		poolGradAVX2(dsrc, src, peak, mean, most, sum, rows, c, share)
		return
	}
	for i := range c {
		pending := most[i]
		for at := i; at < len(src); at += c {
			if v := src[at]; !(v <= 0) {
				add := mean[i] * share
				if v == peak[i] {
					add += pending
					pending = 0
				}
				dsrc[at] += add
			}
			sum[i] += dsrc[at]
		}
	}
}
