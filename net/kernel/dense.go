package kernel

const (
	denseRows    = 2 // results that are kept in registers together:
	denseColumns = 4 // with what feeds them, they fit the 15 registers Go has on amd64
)

// Dense computes dst = act(src x weights + bias), where src is [rows, in], weights [in, out],
// dst [rows, out] and act is ReLU or nothing: a dense layer with one row a sample, a 1x1
// convolution with one row a square. bias [out] may be nil.
func Dense(dst, src, weights, bias []float32, rows, in, out int, relu bool) {
	var sums [denseRows][denseColumns]float32
	for o := 0; o < out; o += denseColumns {
		n := min(denseColumns, out-o)
		for r := 0; r < rows; r += denseRows {
			last := min(r+1, rows-1) // an odd last row is its own partner
			sums = [denseRows][denseColumns]float32{}
			if bias != nil {
				copy(sums[0][:n], bias[o:])
				copy(sums[1][:n], bias[o:])
			}
			x, y := src[r*in:(r+1)*in], src[last*in:(last+1)*in]
			if n == denseColumns {
				addDense(&sums, x, y, weights[o:], out)
			} else {
				addDenseEdge(&sums, x, y, weights[o:], out, n)
			}
			if relu {
				rectify(sums[0][:])
				rectify(sums[1][:])
			}
			copy(dst[r*out+o:], sums[0][:n])
			copy(dst[last*out+o:], sums[1][:n])
		}
	}
}

// addDense adds the products of the rows x and y with four columns of a matrix whose row i begins at m[i*stride].
func addDense(sums *[denseRows][denseColumns]float32, x, y, m []float32, stride int) {
	y = y[:len(x)]
	a0, a1, a2, a3 := sums[0][0], sums[0][1], sums[0][2], sums[0][3]
	b0, b1, b2, b3 := sums[1][0], sums[1][1], sums[1][2], sums[1][3]
	at := 0
	for i, s := range x {
		t := y[i]
		q := (*[denseColumns]float32)(m[at:])
		a0 += s * q[0]
		b0 += t * q[0]
		a1 += s * q[1]
		b1 += t * q[1]
		a2 += s * q[2]
		b2 += t * q[2]
		a3 += s * q[3]
		b3 += t * q[3]
		at += stride
	}
	sums[0] = [denseColumns]float32{a0, a1, a2, a3}
	sums[1] = [denseColumns]float32{b0, b1, b2, b3}
}

// addDenseEdge is addDense for the last n columns of a matrix whose width is no multiple of four.
func addDenseEdge(sums *[denseRows][denseColumns]float32, x, y, m []float32, stride, n int) {
	for i, s := range x {
		t := y[i]
		for j, q := range m[i*stride:][:n] {
			sums[0][j] += s * q
			sums[1][j] += t * q
		}
	}
}
