//go:build amd64 || arm64

package kernel

import (
	"math"
	"runtime"
	"testing"
)

// fromBF16 returns the value of a bfloat16.
func fromBF16(x uint16) float32 { return math.Float32frombits(uint32(x) << 16) }

// TestBFloat16 compares the rounding of the processor with its definition, for ties, subnormal
// numbers, infinities, NaN and random bits. ARM64 also rounds subnormal numbers to the nearest, and takes the
// results for zero only when it multiplies.
func TestBFloat16(t *testing.T) {
	needBF16(t)
	rng := newRand(53)
	src := make([]float32, 1<<16)
	for i := range src {
		src[i] = math.Float32frombits(rng.Uint32())
	}
	for i, bits := range []uint32{0, 1 << 31, 1, 0x807FFFFF, 0x00800000, 0x7F7FFFFF, 0x7F800000,
		0xFF800000, 0x7F800001, 0x3F808000, 0x3F818000, 0x3F808001, 0x3F807FFF, 0xBF808000, 0xBF818000} {
		src[i] = math.Float32frombits(bits)
	}
	dst := make([]float32, len(src)/2)
	roundBF16(&dst[0], &src[0], len(src))
	for i, x := range src {
		got := uint16(math.Float32bits(dst[i/2]) >> (16 * (i % 2)))
		subnormal := math.Float32bits(x)&0x7F800000 == 0
		if runtime.GOARCH == "arm64" && subnormal && got&0x7FFF <= 0x80 {
			got &= 0x8000
		}
		if want := bfloat16(x); got != want {
			t.Errorf("%v (%#x) becomes %#x, want %#x", x, math.Float32bits(x), got, want)
		}
	}
}
