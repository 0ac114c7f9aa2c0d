//go:build amd64 || arm64

package kernel

import "testing"

// plainPairs is the plain twin of [pairProduct.multiply], with the frequencies v before rounding. The
// product of two bfloat16 is exact in float64.
func plainPairs(m, v, _ []float32, c *vectorConv, p *panel, g grid) {
	eachPlace(c, p, g, func(f, o int, at func(channel int) int) {
		sum := 0.0
		for i := range c.in {
			weight := p.weights[f*p.stride+p.at(i, p.first+o, c.in)]
			sum += float64(fromBF16(bfloat16(v[at(i)]))) * float64(fromBF16(bfloat16(weight)))
		}
		m[at(o)] = float32(sum)
	})
}

// TestPairConvIsItsTwin compares convolutions with their plain twin. The processor adds up to 48 pairs
// in float32, and the twin in float64.
func TestPairConvIsItsTwin(t *testing.T) {
	needBF16(t)
	testTwin(t, newPairConv, plainPairs, 1e-5)
}

// TestNotANumberStaysInPairs checks that ReLU does not hide a NaN. The transforms spread it further than
// the taps.
func TestNotANumberStaysInPairs(t *testing.T) {
	needBF16(t)
	eachNearNaN(newPairConv, func(square int, near bool, v float32) {
		if near && v == v {
			t.Fatalf("square %d: %v", square, v)
		}
	})
}
