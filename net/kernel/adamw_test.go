package kernel

import (
	"math"
	"slices"
	"testing"
)

// TestAdamW compares each path with the published algorithm, and the bits of both paths.
func TestAdamW(t *testing.T) {
	rng := newRand(44)
	a := AdamW{Beta1: 0.9, Beta2: 0.999, Scale: 0.5, Keep: 0.99, Rate: 0.1, Correction: 3, Epsilon: 1e-3}
	for n := range 20 {
		start := [4][]float32{normal(rng, n), normal(rng, n), normal(rng, n), normal(rng, n)}
		for i, v := range start[3] {
			start[3][i] = v * v // a mean square
		}
		var plain [4][]float32
		eachPath(t, func(t *testing.T) {
			var x [4][]float32
			for i := range x {
				var intact func()
				x[i], intact = buffer(t, "array", n)
				copy(x[i], start[i])
				defer intact()
			}
			a.Update(x[0], x[1], x[2], x[3])
			for i := range n {
				w, g, m, v := float64(start[0][i]), 0.5*float64(start[1][i]), float64(start[2][i]),
					float64(start[3][i])
				m, v = 0.9*m+0.1*g, 0.999*v+0.001*g*g
				w = 0.99*w - 0.1*m/(math.Sqrt(3*v)+1e-3)
				compareWithin(t, "weight, mean and square", []float32{x[0][i], x[2][i], x[3][i]},
					[]float64{w, m, v}, 1e-6)
			}
			if plain[0] == nil {
				plain = x
			}
			for i := range x {
				if !slices.Equal(x[i], plain[i]) {
					t.Fatalf("array %d is %v, plain %v", i, x[i], plain[i])
				}
			}
		})
	}
}
