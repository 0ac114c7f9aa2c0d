package mcts

import (
	"math"
	"slices"
	"testing"

	"epaminondas/game"
)

// TestPriorTemperature compares the prior of each expanded position with its definition. The result
// has the prior of the evaluator, even if tactical moves got a share.
func TestPriorTemperature(t *testing.T) {
	for _, temperature := range []float64{0.5, 1, 1.5, 2, 3} {
		for _, share := range []float32{0, 0.3} {
			p := &position{eval: &hashed{}, temperature: temperature, tacticalShare: share}
			eachOfRandomGames(game.MustBoard("epaminondas:8x8"), 2, func(s *game.State) {
				p.root = *s
				var x expansion
				if err := p.expand(nil, &x); err != nil {
					t.Fatal(err)
				}
				said := make([]float32, len(x.actions))
				if _, err := (&hashed{}).Evaluate(s, x.actions, said); err != nil {
					t.Fatal(err)
				}
				if want := tempered(said, temperature); share == 0 && !near(x.prior, want, 1e-6) {
					t.Fatalf("%v: temperature %v makes of the prior %v %v, want %v", s, temperature, said,
						x.prior, want)
				}
				got := slices.Clone(x.prior)
				p.evaluated(got)
				if !near(got, said, 3e-5) {
					t.Fatalf("%v, temperature %v: prior %v, the evaluator said %v", s, temperature, got, said)
				}
			})
		}
	}
}

// tempered is temper as defined.
func tempered(prior []float32, temperature float64) []float32 {
	sum := 0.0
	for _, v := range prior {
		sum += math.Pow(float64(v), 1/temperature)
	}
	want := make([]float32, len(prior))
	for i, v := range prior {
		want[i] = float32(math.Pow(float64(v), 1/temperature) / sum)
	}
	return want
}
