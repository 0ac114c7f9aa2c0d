package train

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// matrix returns the first rows x columns elements of data as a matrix.
func matrix(data []float32, rows, columns int) blas32.General {
	return blas32.General{Rows: rows, Cols: columns, Stride: columns, Data: data[:rows*columns]}
}

// blockRows is the height up to which gonum multiplies in the calling goroutine (given matrices
// that are not wide), which leaves the choice of the number of threads to us.
const blockRows = 64

// multiply adds the product of a and b to c. gonum runs down the columns of b with vector
// instructions and skips the elements of a that are zero, as half of what a ReLU leaves are.
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

// transpose sets dst to the transpose of src.
func transpose(dst, src blas32.General) {
	for r := range src.Rows {
		for c, v := range src.Data[r*src.Cols:][:src.Cols] {
			dst.Data[c*dst.Cols+r] = v
		}
	}
}

// fillRows repeats row as often as dst is long.
func fillRows(dst, row []float32) {
	for ; len(dst) > 0; dst = dst[len(row):] {
		copy(dst, row)
	}
}

// addTo adds src to dst.
func addTo(dst, src []float32) {
	src = src[:len(dst)]
	for i, v := range src {
		dst[i] += v
	}
}
