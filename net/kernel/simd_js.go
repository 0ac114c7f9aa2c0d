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

//go:wasmimport kernel multiplyInts
//go:noescape
func simdMultiplyInts(dst, src, weights, factors unsafe.Pointer, rows, in, out int32, unit unsafe.Pointer,
	count int32)

//go:wasmimport kernel spread
//go:noescape
func simdSpread(v, x unsafe.Pointer, stride, channels, pitch int32, scales unsafe.Pointer)

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

//go:wasmimport kernel extremes
//go:noescape
func simdExtremes(to, x unsafe.Pointer, length int32)

//go:wasmimport kernel entries
func simdEntries(dst, pairs, x, w unsafe.Pointer, count, depth int32)

const (
	floatBytes = 4
	intBytes   = 2
)

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

// addEntriesSIMD is [AddEntries], with rows of whole vectors.
func addEntriesSIMD(dst []float32, pairs []Pair, src, weights []float32, in int) {
	pairs = pairs[:len(dst)]
	checkEntries(pairs, len(src)/in, len(weights)/in)
	simdEntries(start(dst), unsafe.Pointer(unsafe.SliceData(pairs)), start(src), start(weights),
		int32(len(dst)), int32(in*floatBytes))
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

// intConv runs a convolution with the loops of package simd. It multiplies frequencies in integers of 16
// bits.
type intConv struct {
	in, out int
	weights []float32 // [36, in/2, out]; each value is a pair of input channels
	factors []float32 // [36, out]: the value of a sum of 1, if the largest input is largestInt
	bias    []float32 // [out]
}

// hasInt16 reports whether the host multiplies integers of 16 bits.
func hasInt16() bool { return simd }

// frequencyAt returns the frequency at a place in memory.
func frequencyAt(place int) int { return place }

func fitsInts(in, out int) bool { return fits(in, out) }

func newIntConv(in, out int) convMethod {
	return &intConv{in: in, out: out, weights: make([]float32, frequencies*in/2*out),
		factors: make([]float32, frequencies*out), bias: make([]float32, out)}
}

func (c *intConv) load(weights []float32) { c.round(weights, eachFilter) }

func (c *intConv) loadTurned(weights []float32) { c.round(weights, eachTurnedFilter) }

// round sets the weights and factors. each calls its last argument for the frequencies from every input
// channel to every output channel.
func (c *intConv) round(weights []float32,
	each func(weights []float32, in, out int, set func(i, o int, w [frequencies]float32))) {
	all := make([]float32, frequencies*c.out*c.in) // [36, out, in]
	each(weights, c.in, c.out, func(i, o int, w [frequencies]float32) {
		for f, v := range w {
			all[(f*c.out+o)*c.in+i] = v
		}
	})
	rounded := make([]int16, c.in)
	for f := range frequencies {
		for o := range c.out {
			c.factors[f*c.out+o] = gains[f] * roundWeights(rounded, all[(f*c.out+o)*c.in:][:c.in])
			for i := 0; i < c.in; i += 2 {
				c.weights[(f*c.in/2+i/2)*c.out+o] = pairInts(rounded[i], rounded[i+1])
			}
		}
	}
}

func (c *intConv) setBias(bias []float32) { copy(c.bias, bias) }

func (c *intConv) scratchLen(h, w int) int {
	inputs, products := c.scratch(tilingOf(h, w))
	return inputs + products + frequencies*c.in
}

// scratch returns the sizes of the rounded frequencies of the inputs, [36, tiles, in], and of the products,
// [36, tiles, out].
func (c *intConv) scratch(t tiling) (inputs, products int) {
	tiles := frequencies * t.tall * t.wide
	return tiles * c.in / 2, tiles * c.out
}

func (c *intConv) run(dst, src, residual, scratch []float32, h, w int, relu bool) {
	dst, src = dst[:PaddedLen(h, w, c.out)], src[:PaddedLen(h, w, c.in)]
	if residual != nil {
		residual = residual[:len(dst)]
	}
	t := tilingOf(h, w)
	inputs, products := c.scratch(t)
	v, m, patch := scratch[:inputs], scratch[inputs:][:products], scratch[inputs+products:][:frequencies*c.in]
	scales, unit := scalesOf(extremesOf(src))
	tiles := t.tall * t.wide
	for tile := range tiles {
		x, pitch := c.inputs(src, patch, tile, t, h, w)
		simdSpread(start(v[tile*c.in/2:]), x, int32(tiles*c.in*intBytes), int32(c.in*floatBytes), pitch,
			start(scales[:]))
	}
	simdMultiplyInts(start(m), start(v), start(c.weights), start(c.factors), int32(tiles),
		int32(c.in*intBytes), int32(c.out*floatBytes), unsafe.Pointer(&unit), frequencies)
	c.gather(dst, m, residual, t, h, w, relu)
}

// inputs returns the inputs of a tile, whose rows lie pitch bytes apart. It copies those of a tile that
// extends beyond the image to patch.
func (c *intConv) inputs(src, patch []float32, tile int, t tiling, h, w int) (x unsafe.Pointer, pitch int32) {
	row, column := tile/t.wide*tileOut, tile%t.wide*tileOut
	if row+tileIn <= h+2 && column+tileIn <= w+2 {
		return start(src[(row*(w+2)+column)*c.in:]), int32((w + 2) * c.in * floatBytes)
	}
	cut(patch, src, row, column, h, w, c.in)
	return start(patch), int32(tileIn * c.in * floatBytes)
}

// gather transforms the products m back and stores them with bias, residual and ReLU.
func (c *intConv) gather(dst, m, residual []float32, t tiling, h, w int, relu bool) {
	tiles, out := t.tall*t.wide, c.out*floatBytes
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

// extremesOf returns the bits of the largest magnitude of x, or those of a NaN if there is one. Without a
// NaN, least is the smallest number of x and zero. len(x) is a positive multiple of four.
func extremesOf(x []float32) (magnitude uint32, least float32) {
	var found struct {
		magnitudes [4]uint32
		least      [4]float32
	}
	simdExtremes(unsafe.Pointer(&found), start(x), int32(len(x)*floatBytes))
	m, l := &found.magnitudes, &found.least
	return max(m[0], m[1], m[2], m[3]), min(l[0], l[1], l[2], l[3])
}
