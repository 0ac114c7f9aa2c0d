package kernel

// GlobalPool summarises the image src [h, w, c] in dst [2c]. First come the means of all channels
// over the squares, then the maxima.
func GlobalPool(dst, src []float32, h, w, c int) { poolSquares(dst, src, 1, h*w, 0, c, noFloor) }

// GlobalPoolPadded is GlobalPool of the inside of the padded image src after ReLU.
func GlobalPoolPadded(dst, src []float32, h, w, c int) {
	poolSquares(dst, src[(w+3)*c:], h, w, w+2, c, 0)
}

// poolSquares is GlobalPool of h x w squares, each raised to floor. Their rows begin pitch squares
// apart.
func poolSquares(dst, src []float32, h, w, pitch, c int, floor float32) {
	src = src[:((h-1)*pitch+w)*c]
	mean, peak := dst[:c], dst[c:2*c]
	switch {
	case vectors:
		poolVectors(mean, peak, src, pitch, h, w, c, floor)
	case simd && fits(c, c) && h*w > 0:
		poolSIMD(mean, peak, src, pitch, h, w, c, floor == 0)
	default:
		poolPlain(mean, peak, src, pitch, h, w, c, floor)
	}
	divide(mean, h*w)
}

// poolPlain computes the sums and maxima of poolSquares.
func poolPlain(sum, peak, src []float32, pitch, h, w, c int, floor float32) {
	clear(sum)
	for i := range peak {
		peak[i] = floor
	}
	for r := range h {
		for squares := src[r*pitch*c:][:w*c]; len(squares) > 0; squares = squares[c:] {
			for i, v := range squares[:c] {
				if v < floor {
					continue
				}
				sum[i] += v
				if v > peak[i] {
					peak[i] = v
				}
			}
		}
	}
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
	addPoolGrad(dsrc, src, pooled, grad, sum, h*w, c, h*w, c)
}

// GlobalPoolPaddedGrad is GlobalPoolGrad for [GlobalPoolPadded], on padded images: it adds the
// gradient of src before the ReLU.
func GlobalPoolPaddedGrad(dsrc, src, pooled, grad, sum []float32, h, w, c int) {
	addPoolGrad(dsrc, src, pooled, grad, sum, (h+2)*(w+2), c, h*w, c)
}

// addPoolGrad adds the gradient of the pool of the given number of squares. It walks over rows of c
// channels, stride floats apart: these squares, and perhaps squares of the border.
func addPoolGrad(dsrc, src, pooled, grad, sum []float32, rows, stride, squares, c int) {
	length := (rows-1)*stride + c
	dsrc, src, sum = dsrc[:length], src[:length], sum[:c]
	peak, mean, most := pooled[c:2*c], grad[:c], grad[c:2*c]
	share := 1 / float32(squares)
	if vectors {
		poolGradVectors(dsrc, src, peak, mean, most, sum, rows, stride, c, share)
		return
	}
	for i := range c {
		pending := most[i]
		for at := i; at < len(src); at += stride {
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
