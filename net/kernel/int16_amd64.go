package kernel

import "math"

// An intProduct multiplies frequencies in integers of 16 bits. Two instructions of AVX2 multiply 16 of them
// and add the products in 32 bits. They take less time than the two that float32 needs for as many. Scales
// keep every sum within 32 bits:
//
//   - The inputs of an image have one scale for each frequency, which follows from the largest input.
//   - The weights to an output have one scale for each frequency, which follows from their sum.
type intProduct struct {
	exact  *vectorConv
	panels []intPanel
}

// An intPanel has the weights of a panel of [vectorConv], which is one or two pairs of vectors of outputs.
type intPanel struct {
	pairs   int
	weights []float32 // [36, pairs, in/2, 16]; each value is a pair of input channels
	factors []float32 // [36, pairs, 16]: the value of a sum of 1, if the largest input is largestInt
}

const (
	intOutputs = 2 * lanes // outputs of a pair of vectors
	intTiles   = 6         // tiles in the largest block
	intBytes   = 2

	// largestInt is the largest integer. Because inputs reach from -32768, the magnitudes of the weights to
	// an output add up to at most largestWeights.
	largestInt     = math.MaxInt16
	largestWeights = math.MaxUint16

	// An image whose largest magnitude is below smallestInput counts as zero. From largestInput on, its
	// frequencies may be infinite.
	smallestInput = 1e-30
	largestInput  = 1e36
)

// gains bound the frequencies of inputs from 0 to 1, in the order of memory. The bounds for inputs from -1
// to 1 are at most twice as large, and those of tiles with two outputs are no larger.
var gains = boundFrequencies()

func boundFrequencies() (bounds [frequencies]float32) {
	var rows [tileIn][tileIn]float32 // B^T
	for i := range tileIn {
		var x [tileIn]float32
		x[i] = 1
		y0, y1, y2, y3, y4, y5 := spreadInputs(x[0], x[1], x[2], x[3], x[4], x[5])
		for f, y := range [...]float32{y0, y1, y2, y3, y4, y5} {
			rows[f][i] = y
		}
	}
	at := 0
	narrow, wide := []int{0, 1, 2, 5}, []int{3, 4} // tiles with two outputs along a side lack the last two
	for _, part := range [][2][]int{{narrow, narrow}, {narrow, wide}, {wide, narrow}, {wide, wide}} {
		for _, r := range part[0] {
			for _, c := range part[1] {
				bounds[at] = boundOf(rows[r], rows[c])
				at++
			}
		}
	}
	return bounds
}

// boundOf returns the bound of a frequency with some row of B^T for each side.
func boundOf(row, column [tileIn]float32) float32 {
	var up, down float32
	for _, a := range row {
		for _, b := range column {
			up, down = up+max(a*b, 0), down+max(-a*b, 0)
		}
	}
	return max(up, down)
}

// newIntConv returns a convolution in integers of 16 bits. It requires [hasInt16] and [fitsTiles].
func newIntConv(in, out int) convMethod {
	return newRoundedConv(in, out, func(c *vectorConv) shortProduct {
		ip := &intProduct{exact: c}
		for _, p := range c.panels {
			pairs := p.vectors / 2
			ip.panels = append(ip.panels, intPanel{pairs: pairs,
				weights: make([]float32, frequencies*pairs*in/2*intOutputs),
				factors: make([]float32, frequencies*pairs*intOutputs)})
		}
		return ip
	})
}

func (ip *intProduct) load() {
	in := ip.exact.in
	weights, rounded := make([]float32, in), make([]int16, in)
	for n := range ip.panels {
		from, to := &ip.exact.panels[n], &ip.panels[n]
		for f := range frequencies {
			for o := range to.pairs * intOutputs {
				for i := range weights {
					weights[i] = from.weights[f*from.stride+from.at(i, from.first+o, in)]
				}
				pair, column := f*to.pairs+o/intOutputs, o%intOutputs
				to.factors[pair*intOutputs+column] = gains[f] * roundWeights(rounded, weights)
				for i := 0; i < in; i += 2 {
					to.weights[(pair*in/2+i/2)*intOutputs+column] = pairInts(rounded[i], rounded[i+1])
				}
			}
		}
	}
}

// pairInts packs two integers into the bits of a float32, the first one into the lower half.
func pairInts(a, b int16) float32 {
	return math.Float32frombits(uint32(uint16(b))<<16 | uint32(uint16(a)))
}

// roundWeights sets dst to the weights to one output, in a unit that it returns. The unit is NaN if a
// weight is not finite.
func roundWeights(dst []int16, weights []float32) float32 {
	sum, most := 0.0, 0.0
	for _, w := range weights {
		magnitude := math.Abs(float64(w))
		sum, most = sum+magnitude, max(most, magnitude)
	}
	clear(dst)
	if sum == 0 {
		return 0
	}
	// Rounding adds at most a half to each magnitude.
	unit := max(sum/(largestWeights-float64(len(weights))/2), most/largestInt)
	if unit-unit != 0 {
		return float32(math.NaN())
	}
	for i, w := range weights {
		dst[i] = int16(math.RoundToEven(float64(w) / unit))
	}
	return float32(unit)
}

// spread rounds the frequencies while they are in registers. The unit is NaN if they may not be finite.
func (ip *intProduct) spread(dst, _, src, patch []float32, g grid) float32 {
	scales, unit := scalesOf(extremes(&src[0], len(src)))
	in := ip.exact.in
	pitch, step := g.tiles()*tileFloats*intBytes, in*floatBytes
	ip.exact.eachRun(src, patch, g, func(x *float32, row, tile, count int, s strip) {
		spreadRounded(&dst[tile*tileFloats/2], x, &scales[0], pitch, row*step, step, in/lanes, count, s)
	})
	return unit
}

// scalesOf returns the scale of each frequency, and the unit of the sums, for the results of [extremes].
func scalesOf(magnitude uint32, least float32) (scales [frequencies]float32, unit float32) {
	most := math.Float32frombits(magnitude)
	if least < 0 {
		most *= 2
	}
	switch {
	case most < smallestInput:
		return scales, 0
	case !(most < largestInput):
		return scales, float32(math.NaN())
	}
	for f, gain := range gains {
		scales[f] = largestInt / (gain * most)
	}
	return scales, most / largestInt
}

func spreadRounded(v, x, scales *float32, vector, row, step, groups, count int, s strip) {
	switch {
	case s.tall == tileOut && s.wide == tileOut:
		spread4x4Rounded(v, x, scales, vector, row, step, groups, count)
	case s.tall == tileOut:
		spread4x2Rounded(v, x, scales, vector, row, step, groups, count)
	case s.wide == tileOut:
		spread2x4Rounded(v, x, scales, vector, row, step, groups, count)
	default:
		spread2x2Rounded(v, x, scales, vector, row, step, groups, count)
	}
}

func (ip *intProduct) multiply(m, v []float32, n int, g grid, k class, unit float32) {
	p, in := &ip.panels[n], ip.exact.in
	pitch := g.tiles() * tileFloats
	from := k.tile*tileFloats + k.first*lanes
	blocks := (k.tiles + intTiles - 1) / intTiles
	first := k.first * p.pairs * intOutputs
	multiplyIntegers(&m[from], &v[from/2], &p.weights[first*in/2], &p.factors[first], k.count, in/lanes,
		p.pairs, pitch*floatBytes, pitch*intBytes, k.tiles/blocks, k.tiles%blocks, blocks, unit)
}
