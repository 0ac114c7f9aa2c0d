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

// gains bound the frequencies of inputs from 0 to 1, in the order of memory. The bounds for inputs from -1 to
// 1 are at most twice as large. No tile with two outputs along a side exceeds the bounds.
var gains = boundFrequencies()

func boundFrequencies() (bounds [frequencies]float32) {
	var up, down [frequencies]float32 // sums of the positive and the negative factors of the inputs
	for square := range frequencies {
		var x, v [frequencies]float32
		x[square] = 1
		spreadTile(v[:], x[:], 1, 1)
		for f, y := range v {
			up[f], down[f] = up[f]+max(y, 0), down[f]+max(-y, 0)
		}
	}
	for place := range bounds {
		f := frequencyAt(place)
		bounds[place] = max(up[f], down[f])
	}
	return bounds
}

// scalesOf returns the scale of each frequency, in the order of memory, and the unit of the sums. magnitude
// has the bits of the largest magnitude of an image. least is its smallest number, or zero if none is
// negative.
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
