package kernel

// An Entry names one number of a matrix by row and column.
type Entry struct{ Row, Column int32 }

// A Pair is two entries to add up.
type Pair struct{ A, B Entry }

// AddEntries adds to each dst[i] the sum of the two entries pairs[i] of the matrix src x weights.
// src is [rows, in], and weights, transposed, [columns, in]. It is faster than the whole product if
// pairs are few.
func AddEntries(dst []float32, pairs []Pair, src, weights []float32, in int) {
	if vectors && in > 0 && len(dst) > 0 {
		addEntriesVectors(dst, pairs, src, weights, in)
		return
	}
	if simd && fits(in, in) && len(dst) > 0 {
		addEntriesSIMD(dst, pairs, src, weights, in)
		return
	}
	for i, pair := range pairs[:len(dst)] {
		var sum float32
		for _, e := range [2]Entry{pair.A, pair.B} {
			sum += dot(src[int(e.Row)*in:][:in], weights[int(e.Column)*in:][:in])
		}
		dst[i] += sum
	}
}

// AddEntriesGrad adds the gradients of src and weights to dx [rows, in] and dw [columns, in]. grad
// [len(pairs)] is the gradient of the results of [AddEntries].
func AddEntriesGrad(dx, dw, src, weights, grad []float32, pairs []Pair, in int) {
	if vectors && in > 0 && len(pairs) > 0 {
		addEntriesGradVectors(dx, dw, src, weights, grad, pairs, in)
		return
	}
	for i, pair := range pairs {
		for _, e := range [2]Entry{pair.A, pair.B} {
			x, w := int(e.Row)*in, int(e.Column)*in
			addScaled(dx[x:][:in], weights[w:][:in], grad[i])
			addScaled(dw[w:][:in], src[x:][:in], grad[i])
		}
	}
}

// checkEntries panics on an entry outside the matrix. Assembly and package simd do not check.
func checkEntries(pairs []Pair, rows, columns int) {
	for i := range pairs {
		a, b := pairs[i].A, pairs[i].B
		if max(uint32(a.Row), uint32(b.Row)) >= uint32(rows) ||
			max(uint32(a.Column), uint32(b.Column)) >= uint32(columns) {
			panic("kernel: no such entry")
		}
	}
}
