package kernel

import "math"

// GlobalPool summarises the image src [h, w, c] in dst [2c]: the mean of every channel over the
// squares, then its maximum.
func GlobalPool(dst, src []float32, h, w, c int) {
	mean, peak := dst[:c], dst[c:2*c]
	clear(mean)
	for i := range peak {
		peak[i] = float32(math.Inf(-1))
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
