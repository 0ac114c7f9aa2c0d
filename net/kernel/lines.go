package kernel

// The lines of an image are its rows and then its columns, h+w in all.

// LinePoolPadded summarises an image and each of its lines, after ReLU. The padded image is src
// [h, w, c]. The summaries go to dst [1+h+w, 2c]. The first is the result of [GlobalPoolPadded], to the
// bit. Each of the others describes one line: the means of all channels over its squares, then the
// maxima.
func LinePoolPadded(dst, src []float32, h, w, c int) {
	if vectors {
		poolLinesVectors(dst, src, h, w, c)
		return
	}
	GlobalPoolPadded(dst, src, h, w, c)
	lines, inside := dst[2*c:], src[(w+3)*c:]
	for r := range h {
		poolSquares(lines[r*2*c:], inside[r*(w+2)*c:], 1, w, w+2, c, 0)
	}
	for q := range w {
		poolSquares(lines[(h+q)*2*c:], inside[q*c:], h, 1, w+2, c, 0)
	}
}

// AddLines adds lines [h+w, c] to the padded image x [h, w, c], and applies ReLU. Each square gets
// the vector of its row and the vector of its column.
func AddLines(x, lines []float32, h, w, c int) {
	rows, columns := lines[:h*c], lines[h*c:][:w*c]
	if vectors {
		addLinesVectors(x, rows, columns, h, w, c)
		return
	}
	if simd && fits(c, c) && h*w > 0 {
		addLinesSIMD(x, rows, columns, h, w, c)
		return
	}
	for r := range h {
		row := insideRow(x, r, w, c)
		for q := range w {
			addScaled(row[q*c:][:c], rows[r*c:], 1)
		}
		addScaled(row, columns, 1)
		rectify(row)
	}
}

// SumLines sets dst [h+w, c] to the sum of the squares of each line of the padded image x. It maps
// the gradient of the result of [AddLines], after its ReLU, to the gradient of the lines.
func SumLines(dst, x []float32, h, w, c int) {
	inside := x[(w+3)*c:]
	for r := range h {
		SumRows(dst[r*c:], inside[r*(w+2)*c:], c, w, c)
	}
	for q := range w {
		SumRows(dst[(h+q)*c:], inside[q*c:], (w+2)*c, h, c)
	}
}

// LinePoolPaddedGrad adds the gradient of [LinePoolPadded] with respect to src, before the ReLU, to
// dsrc. Both are padded images. pooled [h+w, 2c] is the result of LinePoolPadded without the first
// summary, and grad [h+w, 2c] is the gradient of that result. The gradient of a maximum goes to the
// first square of the line that holds the maximum. scratch has c floats with any content.
func LinePoolPaddedGrad(dsrc, src, pooled, grad, scratch []float32, h, w, c int) {
	clear(scratch[:c])
	for r := range h {
		at, line := (w+3+r*(w+2))*c, r*2*c
		addPoolGrad(dsrc[at:], src[at:], pooled[line:], grad[line:], scratch, w, c, w, c)
	}
	for q := range w {
		at, line := (w+3+q)*c, (h+q)*2*c
		addPoolGrad(dsrc[at:], src[at:], pooled[line:], grad[line:], scratch, h, (w+2)*c, h, c)
	}
}
