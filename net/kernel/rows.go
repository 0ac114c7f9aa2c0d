package kernel

import "math"

// This file has loops along one row of numbers. Go compiles them to 4 to 5 GFLOP/s. Blocks of sums
// in registers are not faster, unless the operands are packed as in [multiplyPair].

// addScaled adds factor times the beginning of x to dst.
func addScaled(dst, x []float32, factor float32) {
	x = x[:len(dst)]
	for i, v := range x {
		dst[i] += factor * v
	}
}

// dot returns the product of a with the beginning of b.
func dot(a, b []float32) float32 {
	b = b[:len(a)]
	var sum float32
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// rectify applies ReLU. NaN stays NaN.
func rectify(x []float32) {
	for i, v := range x {
		if v < 0 {
			x[i] = 0
		}
	}
}

// noFloor is a floor that changes no number. ReLU is a floor of zero.
var noFloor = float32(math.Inf(-1))

// PaddedLen returns the number of floats of a padded image, [h+2, w+2, c].
func PaddedLen(h, w, c int) int { return (h + 2) * (w + 2) * c }

// Pad copies the image src [h, w, c] into the inside of the padded image dst.
func Pad(dst, src []float32, h, w, c int) {
	for r := range h {
		copy(insideRow(dst, r, w, c), src[r*w*c:(r+1)*w*c])
	}
}

// Unpad copies the inside of the padded image src into the image dst [h, w, c].
func Unpad(dst, src []float32, h, w, c int) {
	for r := range h {
		copy(dst[r*w*c:(r+1)*w*c], insideRow(src, r, w, c))
	}
}

// insideRow returns the w squares, [w, c], of row r of a padded image without its border.
func insideRow(padded []float32, r, w, c int) []float32 {
	start := ((r+1)*(w+2) + 1) * c
	return padded[start : start+w*c]
}

// SumRows sets dst [columns] to the sum of the rows of x, at least one and stride floats apart,
// added from the first to the last.
func SumRows(dst, x []float32, stride, rows, columns int) {
	dst, x = dst[:columns], x[:(rows-1)*stride+columns]
	if vectors {
		sumRowsVectors(dst, x, stride, rows, columns)
		return
	}
	clear(dst)
	for r := range rows {
		addScaled(dst, x[r*stride:], 1)
	}
}
