package kernel

// AddChannels adds bias [c] to every square of the inside of the padded image x [.., c] and
// applies ReLU.
func AddChannels(x, bias []float32, h, w, c int) {
	if vectors {
		addChannelsVectors(x, bias, h, w, c)
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

// ReLUGrad maps the gradient of a ReLU's output to the gradient of its input, in place. It sets
// grad [rows, c] to zero where out, the output, is not positive. It adds the sum of the rows to sum
// [c], the gradient of a bias or of another addition to each row. A padded image has (h+2)(w+2)
// rows, and its border becomes zero.
func ReLUGrad(grad, out, sum []float32, rows, c int) {
	grad, out, sum = grad[:rows*c], out[:rows*c], sum[:c]
	if vectors {
		reluGradVectors(grad, out, sum, rows, c)
		return
	}
	for ; len(grad) > 0; grad, out = grad[c:], out[c:] {
		for i, v := range out[:c] {
			if v <= 0 {
				grad[i] = 0
			}
			sum[i] += grad[i]
		}
	}
}
