package kernel

import "math"

// bfloat16 rounds x to the 16 upper bits of a float32, to the nearest even. As the processor does, it
// rounds subnormal numbers to zero. A NaN stays a NaN.
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

// roundBF16 rounds count values of src to bfloat16. dst has pairs of them, as [pairBF16] makes them.
// count is a multiple of 32. The function is in bf16_amd64.s.
//
//go:noescape
func roundBF16(dst, src *float32, count int)
