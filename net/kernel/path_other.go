//go:build !amd64 && !arm64

package kernel

const noVectors = "kernel: no assembly here"

const vectorPath = "plain"

func hasVectors() bool { return false }

func hasAVX512() bool { return false }

func hasBF16() bool { return false }

func newVectorConv(in, out int) convMethod { panic(noVectors) }

func newTileConv(in, out int) convMethod { panic(noVectors) }

func newPairConv(in, out int) convMethod { panic(noVectors) }

func newVectorGrad(in, out int) gradMethod { panic(noVectors) }

func denseVectors(dst, src, weights, bias []float32, rows, in, out int, relu bool) {
	panic(noVectors)
}

func poolVectors(sum, peak, src []float32, pitch, h, w, c int, floor float32) { panic(noVectors) }

func addChannelsVectors(x, bias []float32, h, w, c int) { panic(noVectors) }

func poolLinesVectors(dst, src []float32, h, w, c int) { panic(noVectors) }

func addLinesVectors(x, rows, columns []float32, h, w, c int) { panic(noVectors) }

func addEntriesVectors(dst []float32, pairs []Pair, src, weights []float32, in int) {
	panic(noVectors)
}

func softmaxVectors(x []float32) { panic(noVectors) }

func (c *SparseConv) addVectors(dst, weights []float32, features []Feature, rows, floats, w int) {
	panic(noVectors)
}

func addEntriesGradVectors(dx, dw, src, weights, grad []float32, pairs []Pair, in int) {
	panic(noVectors)
}

func reluGradVectors(grad, out, sum []float32, rows, c int) { panic(noVectors) }

func poolGradVectors(dsrc, src, peak, mean, most, sum []float32, rows, stride, c int, share float32) {
	panic(noVectors)
}

func (a *AdamW) updateVectors(weights, grads, mean, square []float32) int { panic(noVectors) }

func sumWordsVectors(sums *[RowWords]uint64, table []uint64, rows []int32) { panic(noVectors) }

func sumRowsVectors(dst, x []float32, stride, rows, columns int) { panic(noVectors) }

func addProductVectors(m, v, u []float32, rows, depth, out, vRow, vStep int) { panic(noVectors) }
