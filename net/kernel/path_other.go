//go:build !amd64

package kernel

func hasAVX2() bool { return false }

func newAVX2Conv(in, out int) convMethod { panic("kernel: no AVX2 here") }

func newAVX2Grad(in, out int) gradMethod { panic("kernel: no AVX2 here") }

func denseAVX2(dst, src, weights, bias []float32, rows, in, out int, relu bool) {
	panic("kernel: no AVX2 here")
}

func poolAVX2(sum, peak, src []float32, at, pitch, h, w, c int, floor float32) {
	panic("kernel: no AVX2 here")
}

func addChannelsAVX2(x, bias []float32, h, w, c int) { panic("kernel: no AVX2 here") }

func addEntriesAVX2(dst []float32, pairs []Pair, src, weights []float32, in int) {
	panic("kernel: no AVX2 here")
}

func softmaxAVX2(x []float32) { panic("kernel: no AVX2 here") }

func (c *SparseConv) addAVX2(dst, weights []float32, features []Feature, rows, floats, w int) {
	panic("kernel: no AVX2 here")
}
