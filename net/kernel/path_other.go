//go:build !amd64

package kernel

const noAVX2 = "kernel: no AVX2 here"

func hasAVX2() bool { return false }

func hasAVX512() bool { return false }

func hasBF16() bool { return false }

func newAVX2Conv(in, out int) convMethod { panic(noAVX2) }

func newTileConv(in, out int) convMethod { panic(noAVX2) }

func newPairConv(in, out int) convMethod { panic(noAVX2) }

func newAVX2Grad(in, out int) gradMethod { panic(noAVX2) }

func denseAVX2(dst, src, weights, bias []float32, rows, in, out int, relu bool) {
	panic(noAVX2)
}

func poolAVX2(sum, peak, src []float32, pitch, h, w, c int, floor float32) { panic(noAVX2) }

func addChannelsAVX2(x, bias []float32, h, w, c int) { panic(noAVX2) }

func poolLinesAVX2(dst, src []float32, h, w, c int) { panic(noAVX2) }

func addLinesAVX2(x, rows, columns []float32, h, w, c int) { panic(noAVX2) }

func addEntriesAVX2(dst []float32, pairs []Pair, src, weights []float32, in int) {
	panic(noAVX2)
}

func softmaxAVX2(x []float32) { panic(noAVX2) }

func (c *SparseConv) addAVX2(dst, weights []float32, features []Feature, rows, floats, w int) {
	panic(noAVX2)
}

func addEntriesGradAVX2(dx, dw, src, weights, grad []float32, pairs []Pair, in int) { panic(noAVX2) }

func reluGradAVX2(grad, out, sum []float32, rows, c int) { panic(noAVX2) }

func poolGradAVX2(dsrc, src, peak, mean, most, sum []float32, rows, stride, c int, share float32) {
	panic(noAVX2)
}

func (a *AdamW) updateAVX2(weights, grads, mean, square []float32) int { panic(noAVX2) }

func sumRowsAVX2(dst, x []float32, stride, rows, columns int) { panic(noAVX2) }

func addProductAVX2(m, v, u []float32, rows, depth, out, vRow, vStep int) { panic(noAVX2) }
