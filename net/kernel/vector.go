//go:build amd64 || arm64

package kernel

import "unsafe"

func addEntriesVectors(dst []float32, pairs []Pair, src, weights []float32, in int) {
	pairs = pairs[:len(dst)]
	checkEntries(pairs, len(src)/in, len(weights)/in)
	entries(&dst[0], &pairs[0].A.Row, &src[0], &weights[0], len(dst), in)
}

func addEntriesGradVectors(dx, dw, src, weights, grad []float32, pairs []Pair, in int) {
	grad = grad[:len(pairs)]
	checkEntries(pairs, min(len(src), len(dx))/in, min(len(weights), len(dw))/in)
	entriesGrad(&dx[0], &dw[0], &src[0], &weights[0], &grad[0], &pairs[0].A.Row, len(pairs), in*floatBytes,
		in)
}

func (c *SparseConv) addVectors(dst, weights []float32, features []Feature, rows, floats, w int) {
	_ = dst[(rows-1)*(w+2)*c.out:][:floats]
	for _, f := range features { // assembly does not check
		if f.Channel() >= c.in {
			panic("kernel: no such channel")
		}
	}
	addFeatures(&dst[0], &weights[0], (*uint64)(&features[0]), len(features), 9*c.out*floatBytes,
		(w+2)*c.out*floatBytes, 3*c.out*floatBytes, rows, floats)
}

// poolVectors computes the sums and maxima of poolSquares, whose src ends with the last square.
func poolVectors(sum, peak, src []float32, pitch, h, w, c int, floor float32) {
	pool(&sum[0], &peak[0], &src[0], pitch*c*floatBytes, c*floatBytes, c, h, w, floor)
}

func addChannelsVectors(x, bias []float32, h, w, c int) {
	x = x[(w+3)*c:][:((h-1)*(w+2)+w)*c]
	shift(&x[0], &bias[:c][0], (w+2)*c*floatBytes, c*floatBytes, c, h, w)
}

// poolLinesVectors is LinePoolPadded.
func poolLinesVectors(dst, src []float32, h, w, c int) {
	dst, src = dst[:(1+h+w)*2*c], src[(w+3)*c:][:((h-1)*(w+2)+w)*c]
	clear(dst[:2*c])
	clear(dst[(1+h)*2*c:])
	poolLines(&dst[0], &src[0], (w+2)*c*floatBytes, c*floatBytes, c, h, w, 1/float32(h*w), 1/float32(w),
		1/float32(h))
}

// addLinesVectors is AddLines.
func addLinesVectors(x, rows, columns []float32, h, w, c int) {
	x = x[(w+3)*c:][:((h-1)*(w+2)+w)*c]
	shiftLines(&x[0], &rows[0], &columns[0], (w+2)*c*floatBytes, c*floatBytes, c, h, w)
}

func poolGradVectors(dsrc, src, peak, mean, most, sum []float32, rows, stride, c int, share float32) {
	if rows > 0 && c > 0 {
		poolGrad(&dsrc[0], &src[0], &peak[0], &mean[0], &most[0], &sum[0], stride*floatBytes, c, rows, share)
	}
}

func reluGradVectors(grad, out, sum []float32, rows, c int) {
	if rows > 0 && c > 0 {
		reluGrad(&grad[0], &out[0], &sum[0], c*floatBytes, c, rows)
	}
}

func sumRowsVectors(dst, x []float32, stride, rows, columns int) {
	if rows > 0 && columns > 0 {
		sumRows(&dst[0], &x[0], stride*floatBytes, rows, columns)
	}
}

func softmaxVectors(x []float32) { softmax(&x[0], len(x)) }

// updateVectors updates the weights four at a time, and returns how many it updated.
func (a *AdamW) updateVectors(weights, grads, mean, square []float32) int {
	fours := len(weights) / 4
	if fours > 0 {
		c := [...]float64{a.Beta1, 1 - a.Beta1, a.Beta2, 1 - a.Beta2, a.Scale, a.Keep, a.Rate, a.Correction,
			a.Epsilon}
		adamW(&weights[0], &grads[0], &mean[0], &square[0], fours, &c[0])
	}
	return 4 * fours
}

func sumWordsVectors(sums *[RowWords]uint64, table []uint64, rows []int32) {
	if len(rows) == 0 {
		clear(sums[:])
		return
	}
	var results [RowWords + 4]uint64
	results[RowWords] = 1
	sumWords(&results[0], unsafe.SliceData(table), &rows[0], len(rows), len(table)/RowWords)
	if results[RowWords] != 0 {
		panic("kernel: no such row")
	}
	copy(sums[:], results[:])
}
