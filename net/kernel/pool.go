package kernel

import "math"

// GlobalPool summarises the image src [h, w, c] in dst [2c]: the mean of every channel over the
// squares, then its maximum.
func GlobalPool(dst, src []float32, h, w, c int) {
	mean, peak := startPool(dst, c)
	addPool(mean, peak, src[:h*w*c])
	scale(mean, 1/float32(h*w))
}

// GlobalPoolPadded is GlobalPool of the inside of a padded image src, after ReLU.
func GlobalPoolPadded(dst, src []float32, h, w, c int) {
	mean, peak := startPool(dst, c)
	clear(peak) // the maximum of ReLU starts at zero
	for r := range h {
		row := insideRow(src, r, w, c)
		for len(row) >= c {
			for i, v := range row[:c] {
				v = max(v, 0)
				mean[i] += v
				peak[i] = max(peak[i], v)
			}
			row = row[c:]
		}
	}
	scale(mean, 1/float32(h*w))
}

// AddChannels adds to every square of the inside of the padded image x [.., c] the vector
// bias [c], and applies ReLU.
func AddChannels(x, bias []float32, h, w, c int) {
	bias = bias[:c]
	for r := range h {
		row := insideRow(x, r, w, c)
		for len(row) >= c {
			square := row[:c]
			for i, b := range bias {
				square[i] = max(square[i]+b, 0)
			}
			row = row[c:]
		}
	}
}

func startPool(dst []float32, c int) (mean, peak []float32) {
	mean, peak = dst[:c], dst[c:2*c]
	clear(mean)
	for i := range peak {
		peak[i] = float32(math.Inf(-1))
	}
	return mean, peak
}

func addPool(mean, peak, squares []float32) {
	c := len(mean)
	peak = peak[:c]
	for len(squares) >= c {
		for i, v := range squares[:c] {
			mean[i] += v
			peak[i] = max(peak[i], v)
		}
		squares = squares[c:]
	}
}

func scale(x []float32, factor float32) {
	for i := range x {
		x[i] *= factor
	}
}
