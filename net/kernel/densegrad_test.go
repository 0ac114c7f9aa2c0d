package kernel

import "testing"

// TestDenseGrads checks both gradients of a dense layer against their definition, added to what is
// there.
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
