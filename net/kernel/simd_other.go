//go:build !js || !simd

package kernel

const simd = false

const noSIMD = "kernel: no SIMD here"

func fits(in, out int) bool { return false }

func denseSIMD(dst, src, weights, bias []float32, rows, in, out int, relu bool) { panic(noSIMD) }

func addEntriesSIMD(dst []float32, pairs []Pair, src, weights []float32, in int) { panic(noSIMD) }

func (c *SparseConv) addSIMD(dst, weights []float32, features []Feature, rows, floats, w int) {
	panic(noSIMD)
}

func addChannelsSIMD(x, bias []float32, h, w, c int) { panic(noSIMD) }

func addLinesSIMD(x, rows, columns []float32, h, w, c int) { panic(noSIMD) }

func poolSIMD(sum, peak, src []float32, pitch, h, w, c int, relu bool) { panic(noSIMD) }
