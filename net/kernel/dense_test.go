package kernel

import "testing"

func TestDense(t *testing.T) { eachPath(t, testDense) }

func testDense(t *testing.T) {
	rng := newRand(7)
	for n, s := range shapes(rng) {
		rows := 1 + rng.IntN(20)
		src, weights := normal(rng, rows*s.in), normal(rng, s.in*s.out)
		var bias []float32
		if n%2 == 0 {
			bias = normal(rng, s.out)
		}
		relu := n%3 == 0
		want := make([]float64, rows*s.out)
		for r := range rows {
			for o := range s.out {
				var sum float64
				if bias != nil {
					sum = float64(bias[o])
				}
				for i := range s.in {
					sum += float64(src[r*s.in+i]) * float64(weights[i*s.out+o])
				}
				if relu {
					sum = max(sum, 0)
				}
				want[r*s.out+o] = sum
			}
		}
		dst, intact := buffer(t, "dst", len(want))
		Dense(dst, src, weights, bias, rows, s.in, s.out, relu)
		intact()
		compare(t, s.String(), dst, want)
	}
}
