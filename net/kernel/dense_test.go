package kernel

import (
	"fmt"
	"testing"
)

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

func BenchmarkDense(b *testing.B) {
	rng := newRand(8)
	for _, c := range []struct{ rows, in, out int }{{168, 32, 32}, {168, 64, 64}, {168, 128, 128},
		{64, 32, 32}, {24, 24, 24}, {1, 64, 32}, {1, 128, 64}} {
		src, weights, dst := normal(rng, c.rows*c.in), normal(rng, c.in*c.out), make([]float32, c.rows*c.out)
		b.Run(fmt.Sprintf("%d rows %d->%d", c.rows, c.in, c.out), func(b *testing.B) {
			for b.Loop() {
				Dense(dst, src, weights, weights, c.rows, c.in, c.out, true)
			}
			reportOperations(b, 2*c.rows*c.in*c.out)
		})
	}
}

// TestDenseGrads compares both gradients of a dense layer with their definition. The kernels must
// add them to the old content.
func TestDenseGrads(t *testing.T) { eachPath(t, testDenseGrads) }

func testDenseGrads(t *testing.T) {
	rng := newRand(40)
	for _, s := range shapes(rng) {
		rows := 1 + rng.IntN(20)
		src, ddst := normal(rng, rows*s.in), normal(rng, rows*s.out)
		weights, turned := normal(rng, s.in*s.out), make([]float32, s.in*s.out)
		Transpose(turned, weights, s.in, s.out)
		dsrc, intact := buffer(t, "dsrc", rows*s.in)
		dweights, weightsIntact := buffer(t, "dweights", s.in*s.out)
		copy(dsrc, normal(rng, len(dsrc)))
		copy(dweights, normal(rng, len(dweights)))
		wantSrc, wantWeights := doubles(dsrc), doubles(dweights)
		for r := range rows {
			for i := range s.in {
				for o := range s.out {
					wantSrc[r*s.in+i] += float64(ddst[r*s.out+o]) * float64(weights[i*s.out+o])
					wantWeights[i*s.out+o] += float64(src[r*s.in+i]) * float64(ddst[r*s.out+o])
				}
			}
		}
		AddDense(dsrc, between(ddst), between(turned), rows, s.out, s.in)
		AddDenseWeightGrad(dweights, between(src), between(ddst), rows, s.in, s.out)
		intact()
		weightsIntact()
		compare(t, s.String()+" input", dsrc, wantSrc)
		compare(t, s.String()+" weights", dweights, wantWeights)
	}
}
