package train

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// A 3x3 convolution of a padded image is, for each row of the board, the sum of nine products of
// matrices, one a tap: squares by input channels times input by output channels. gonum's BLAS
// runs down the output channels with vector instructions and skips the factors that are zero, as
// most planes and half of what a ReLU leaves are; on a batch that beats the register tiles of the
// portable net/kernel by three.

// addConv adds to the inside of dst [.., to.c] the convolution of src [.., from.c] with weights
// [3, 3, from.c, to.c]: one sample, padded.
func addConv(dst, src, weights []float32, from, to layout) {
	for y := range to.h {
		d := matrix(to.row(dst, 0, y), to.w, to.c)
		for tap := range 9 {
			multiply(from.window(src, y, tap), tapOf(weights, tap, from.c, to.c), d)
		}
	}
}

// addConvWeightGrad adds to dweights [3, 3, from.c, to.c] the gradient of a convolution's weights
// from its input src [.., from.c] and the gradient of its output ddst [.., to.c]: one sample, padded.
func addConvWeightGrad(dweights, src, ddst []float32, from, to layout) {
	for y := range to.h {
		d := matrix(to.row(ddst, 0, y), to.w, to.c)
		for tap := range 9 {
			multiplyTransposed(from.window(src, y, tap), d, tapOf(dweights, tap, from.c, to.c))
		}
	}
}

// turn sets dst [3, 3, out, in] to the weights [3, 3, in, out] that take the gradient of a
// convolution's output to that of its input: turned by 180 degrees and transposed.
func turn(dst, weights []float32, in, out int) {
	for tap := range 9 {
		transpose(tapOf(dst, 8-tap, out, in).Data, tapOf(weights, tap, in, out).Data, in, out)
	}
}

// window returns the squares [w, c] that the squares of row y read through a tap.
func (l layout) window(src []float32, y, tap int) blas32.General {
	start := ((y+tap/3)*(l.w+2) + tap%3) * l.c
	return matrix(src[start:], l.w, l.c)
}

// tapOf returns the matrix [in, out] of one tap of weights [3, 3, in, out].
func tapOf(weights []float32, tap, in, out int) blas32.General {
	return matrix(weights[tap*in*out:], in, out)
}

// matrix returns the first rows x columns elements of data as a matrix.
func matrix(data []float32, rows, columns int) blas32.General {
	return blas32.General{Rows: rows, Cols: columns, Stride: columns, Data: data[:rows*columns]}
}

// blockRows is the height up to which gonum multiplies in the calling goroutine (given matrices
// that are not wide), which leaves the choice of the number of threads to us.
const blockRows = 64

// multiply adds the product of a and b to c.
func multiply(a, b, c blas32.General) {
	for first := 0; first < a.Rows; first += blockRows {
		rows := min(blockRows, a.Rows-first)
		blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, matrix(a.Data[first*a.Cols:], rows, a.Cols), b,
			1, matrix(c.Data[first*c.Cols:], rows, c.Cols))
	}
}

// multiplyTransposed adds the product of the transpose of a and b to c.
func multiplyTransposed(a, b, c blas32.General) {
	blas32.Gemm(blas.Trans, blas.NoTrans, 1, a, b, 1, c)
}

// transpose sets dst [columns, rows] to the transpose of src [rows, columns].
func transpose(dst, src []float32, rows, columns int) {
	for r := range rows {
		for c, v := range src[r*columns:][:columns] {
			dst[c*rows+r] = v
		}
	}
}
