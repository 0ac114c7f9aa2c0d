//go:build js && simd

package kernel

import "unsafe"

// simd says whether kernels use the loops of package simd, for channels in multiples of four. The
// host of a program with the build tag simd provides these functions, or available returns 0. It returns
// 2 if they round once after a multiplication and an addition. Only tests change simd.
var simd = simdAvailable() != 0

//go:wasmimport kernel available
func simdAvailable() int32

//go:wasmimport kernel multiply
func simdMultiply(dst, src, weights, bias unsafe.Pointer, rows, in, out, relu, count int32)

//go:wasmimport kernel spread
func simdSpread(v, patch unsafe.Pointer, stride, channels int32)

//go:wasmimport kernel gather
func simdGather(dst, m, bias, residual unsafe.Pointer, stride, channels, pitch, tall, wide, relu int32)

//go:wasmimport kernel sparse
func simdSparse(dst, weights, features unsafe.Pointer, count, rows, length, pitch, each, width int32)

//go:wasmimport kernel shift
func simdShift(x, bias unsafe.Pointer, rows, columns, channels, pitch int32)

//go:wasmimport kernel shiftLines
func simdShiftLines(x, row, column unsafe.Pointer, rows, columns, channels, pitch int32)

//go:wasmimport kernel pool
func simdPool(sum, peak, src unsafe.Pointer, rows, columns, channels, pitch, relu int32)

const floatBytes = 4

// fits reports whether the channels fill whole vectors.
func fits(in, out int) bool { return in > 0 && in%4 == 0 && out > 0 && out%4 == 0 }

// start returns the address of a slice.
func start(x []float32) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(x)) }

func flag(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// denseSIMD is [Dense], with channels that fit. It cuts the slices to size first, so the loops stay
// inside them.
func denseSIMD(dst, src, weights, bias []float32, rows, in, out int, relu bool) {
	dst, src, weights = dst[:rows*out], src[:rows*in], weights[:in*out]
	if bias != nil {
		bias = bias[:out]
	}
	if rows > 0 {
		simdMultiply(start(dst), start(src), start(weights), start(bias), int32(rows), int32(in*floatBytes),
			int32(out*floatBytes), flag(relu), 1)
	}
}

// addSIMD is the rest of [SparseConv.Add], with output channels that fit.
func (c *SparseConv) addSIMD(dst, weights []float32, features []Feature, rows, floats, w int) {
	dst = dst[:(rows-1)*(w+2)*c.out+floats]
	for _, f := range features {
		_ = weights[(f.Channel()*9+(rows-1)*3)*c.out:][:floats]
	}
	simdSparse(start(dst), start(weights), unsafe.Pointer(unsafe.SliceData(features)), int32(len(features)),
		int32(rows),
		int32(floats*floatBytes), int32((w+2)*c.out*floatBytes), int32(9*c.out*floatBytes),
		int32(3*c.out*floatBytes))
}

// addChannelsSIMD is [AddChannels], with channels that fit.
func addChannelsSIMD(x, bias []float32, h, w, c int) {
	x = x[(w+3)*c : PaddedLen(h, w, c)-(w+3)*c]
	simdShift(start(x), start(bias[:c]), int32(h), int32(w), int32(c*floatBytes), int32((w+2)*c*floatBytes))
}

// addLinesSIMD is [AddLines], with channels that fit.
func addLinesSIMD(x, rows, columns []float32, h, w, c int) {
	x = x[(w+3)*c : PaddedLen(h, w, c)-(w+3)*c]
	simdShiftLines(start(x), start(rows), start(columns), int32(h), int32(w), int32(c*floatBytes),
		int32((w+2)*c*floatBytes))
}

// poolSIMD computes the sums and maxima of poolSquares, with channels that fit.
func poolSIMD(sum, peak, src []float32, pitch, h, w, c int, relu bool) {
	simdPool(start(sum), start(peak), start(src), int32(h), int32(w), int32(c*floatBytes),
		int32(pitch*c*floatBytes), flag(relu))
}

// simdConv runs a convolution with the loops of package simd.
type simdConv struct {
	in, out int
	weights []float32 // [36, in, out]
	bias    []float32 // [out]
}

func newSIMDConv(in, out int) convMethod {
	return &simdConv{in: in, out: out, weights: make([]float32, frequencies*in*out),
		bias: make([]float32, out)}
}

func (c *simdConv) load(weights []float32) { eachFilter(weights, c.in, c.out, c.set) }

func (c *simdConv) loadTurned(weights []float32) { eachTurnedFilter(weights, c.in, c.out, c.set) }

func (c *simdConv) set(i, o int, w [frequencies]float32) {
	for f, v := range w {
		c.weights[(f*c.in+i)*c.out+o] = v
	}
}

func (c *simdConv) setBias(bias []float32) { copy(c.bias, bias) }

func (c *simdConv) scratchLen(h, w int) int {
	inputs, products := c.scratch(tilingOf(h, w))
	return inputs + products + frequencies*c.in
}

// scratch returns the sizes of the frequencies of the inputs, [36, tiles, in], and of the products,
// [36, tiles, out].
func (c *simdConv) scratch(t tiling) (inputs, products int) {
	tiles := frequencies * t.tall * t.wide
	return tiles * c.in, tiles * c.out
}

func (c *simdConv) run(dst, src, residual, scratch []float32, h, w int, relu bool) {
	dst, src = dst[:PaddedLen(h, w, c.out)], src[:PaddedLen(h, w, c.in)]
	if residual != nil {
		residual = residual[:PaddedLen(h, w, c.out)]
	}
	t := tilingOf(h, w)
	inputs, products := c.scratch(t)
	v, m, patch := scratch[:inputs], scratch[inputs:][:products], scratch[inputs+products:][:frequencies*c.in]
	tiles, in, out := t.tall*t.wide, c.in*floatBytes, c.out*floatBytes
	for tile := range tiles {
		cut(patch, src, tile/t.wide*tileOut, tile%t.wide*tileOut, h, w, c.in)
		simdSpread(start(v[tile*c.in:]), start(patch), int32(tiles*in), int32(in))
	}
	simdMultiply(start(m), start(v), start(c.weights), nil, int32(tiles), int32(in), int32(out), 0,
		frequencies)
	for tile := range tiles {
		row, column := tile/t.wide*tileOut, tile%t.wide*tileOut
		corner := ((row+1)*(w+2) + column + 1) * c.out
		var more unsafe.Pointer
		if residual != nil {
			more = start(residual[corner:])
		}
		simdGather(start(dst[corner:]), start(m[tile*c.out:]), start(c.bias), more,
			int32(tiles*out), int32(out), int32((w+2)*out), int32(h-row), int32(w-column), flag(relu))
	}
}
