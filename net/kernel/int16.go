//go:build amd64 || (js && simd)

package kernel

import "math"

const (
	// largestInt is the largest integer. Because inputs reach from -32768, the magnitudes of the weights to
	// an output add up to at most largestWeights.
	largestInt     = math.MaxInt16
	largestWeights = math.MaxUint16

	// An image whose largest magnitude is below smallestInput counts as zero. From largestInput on, its
	// frequencies may be infinite.
	smallestInput = 1e-30
	largestInput  = 1e36
)

// gains bound the frequencies of inputs from 0 to 1. The bounds for inputs from -1 to 1 are at most twice as
// large, and those of tiles with two outputs along a side are no larger.
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
	for f := range bounds {
		var up, down float32
		for _, a := range rows[f/tileIn] {
			for _, b := range rows[f%tileIn] {
				up, down = up+max(a*b, 0), down+max(-a*b, 0)
			}
		}
		bounds[f] = max(up, down)
	}
	return bounds
}

// scalesOf returns the scale of each frequency, and the unit of the sums, for the bits of the
// largest magnitude of an image, and for its least number or zero.
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
