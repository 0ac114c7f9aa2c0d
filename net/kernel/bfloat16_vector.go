//go:build amd64 || arm64

package kernel

import "math"

// bfloat16 rounds x to the 16 upper bits of a float32, to the nearest even. It rounds subnormal numbers to
// zero, because processors do so before they multiply. A NaN stays a NaN.
func bfloat16(x float32) uint16 {
	bits := math.Float32bits(x)
	switch {
	case bits&0x7F800000 == 0:
		return uint16(bits >> 16 & 0x8000)
	case x != x:
		return uint16(bits>>16 | 0x40)
	}
	return uint16((bits + 0x7FFF + bits>>16&1) >> 16)
}

// pairBF16 rounds two values to bfloat16 and packs them into the bits of a float32, the first one
// into the lower half.
func pairBF16(a, b float32) float32 {
	return math.Float32frombits(uint32(bfloat16(b))<<16 | uint32(bfloat16(a)))
}
