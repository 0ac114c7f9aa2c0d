package kernel

// GlobalPool summarises the image src [h, w, c] in dst [2c]: the mean of every channel over the
// squares, then its maximum.
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

// AddChannels adds bias [c] to every square of the inside of the padded image x [.., c] and
// applies ReLU.
func AddChannels(x, bias []float32, h, w, c int) {
	if avx2 {
		addChannelsAVX2(x, bias, h, w, c)
		return
	}
	if simd && fits(c, c) && h*w > 0 {
		addChannelsSIMD(x, bias, h, w, c)
		return
	}
	for r := range h {
		row := insideRow(x, r, w, c)
		for squares := row; len(squares) > 0; squares = squares[c:] {
			addScaled(squares[:c], bias, 1)
		}
		rectify(row)
	}
}

func divide(x []float32, by int) {
	factor := 1 / float32(by)
	for i := range x {
		x[i] *= factor
	}
}
