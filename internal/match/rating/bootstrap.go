package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/match/result"
)

// Sampled is the result of a bootstrap over the opening pairs of a tournament.
type Sampled struct {
	// Elo holds each player's rating relative to the anchor, as [Fit] returns it, with the 95%
	// interval of the samples.
	Elo []result.Interval `json:"elo"`
	// First is the advantage of moving first, with its 95% interval.
	First result.Interval `json:"first"`
	// Samples is the number of samples.
	Samples int `json:"samples"`
}

// Bootstrap fits the ratings to samples of the opening pairs and returns their percentiles. Each
// sample gives the pairs independent exponential weights with mean one: the Bayesian bootstrap
// (Rubin 1981). It behaves like drawing pairs with replacement. But it drops no game, so the
// likelihood of a sample has a finite maximum if the likelihood of the tournament has one. The fit
// of a sample starts from that maximum.
//
// If all pairs are split, all samples are the same. So no interval is narrower than the lower limit
// in [Ratings.Clustered], which comes from one more pair with unequal results. If [Fit] needs a
// prior, the intervals are those of [Ratings.Difference], because samples cannot contain results
// that did not occur. Bootstrap returns an error if Fit does, or if samples is less than 100. About
// 1000 samples are enough.
func Bootstrap(players int, games []Game, anchor, samples int, rng *rand.Rand) (*Sampled, error) {
	if samples < 100 {
		return nil, fmt.Errorf("rating: bootstrap with %s, want at least 100",
			noun.Count(samples, "bootstrap sample"))
	}
	r, err := Fit(players, games, anchor)
	if err != nil {
		return nil, err
	}
	drawn, err := r.sample(samples, rng)
	if err != nil {
		return nil, err
	}
	s := &Sampled{Elo: make([]result.Interval, players), Samples: samples}
	profiles := newProfiles(r, anchor)
	for k := range s.Elo {
		if k != anchor && r.reach.finite(k, anchor) {
			s.Elo[k] = atLeast(percentiles(r.parameters[k], drawn[k]), r.least(apart(r.curvature, k, anchor)))
		} else {
			s.Elo[k] = r.difference(k, anchor, profiles)
		}
	}
	if s.First = r.FirstInterval(); r.reach.first {
		s.First = atLeast(percentiles(r.parameters[players], drawn[players]),
			r.least(r.curvature.At(players, players)))
	}
	return s, nil
}

// sample returns the values of each parameter in the samples, including the fixed parameters.
func (r *Ratings) sample(samples int, rng *rand.Rand) ([][]float64, error) {
	drawn := make([][]float64, len(r.parameters))
	for k := range drawn {
		drawn[k] = make([]float64, samples)
	}
	if len(r.data.games) == 0 {
		return drawn, nil
	}
	pairings := r.withPrior(r.data.pairings)
	l := newLikelihood(r.data.players, pairings, r.reference)
	spread := math.Sqrt(correction(r.data.pairs, l.gradient.Len()))
	weights, parameters := make([]float64, r.data.pairs), slices.Clone(r.parameters)
	for sample := range samples {
		for k := range weights {
			weights[k] = rng.ExpFloat64()
		}
		r.data.reweigh(pairings[:len(r.data.pairings)], weights)
		copy(parameters, r.parameters)
		if err := l.maximise(parameters); err != nil {
			return nil, err
		}
		for k, x := range parameters {
			drawn[k][sample] = r.parameters[k] + spread*(x-r.parameters[k])
		}
	}
	return drawn, nil
}

// percentiles returns the estimate of a parameter with the interval of its samples. The median of
// the samples misses the estimate by about as much as the estimate misses the truth. So percentiles
// shifts the interval to correct this bias (Efron 1981).
func percentiles(estimate float64, samples []float64) result.Interval {
	sorted := slices.Sorted(slices.Values(samples))
	half := 0.5 / float64(len(sorted)) // keeps the shift finite
	below, _ := slices.BinarySearch(sorted, estimate)
	shift := distuv.UnitNormal.Quantile(min(max(float64(below)/float64(len(sorted)), half), 1-half))
	at := func(z float64) result.Elo {
		share := distuv.UnitNormal.CDF(2*shift + z)
		return result.Elo(stat.Quantile(share, stat.LinInterp, sorted, nil) / point)
	}
	return result.Interval{Estimate: result.Elo(estimate / point), Low: at(-quantile), High: at(quantile)}
}

// atLeast widens an interval to at least the 95% interval of a normal distribution with the given
// variance. The variance is in squared natural logarithms.
func atLeast(i result.Interval, variance float64) result.Interval {
	width := result.Elo(quantile * math.Sqrt(variance) / point)
	return result.Interval{Estimate: i.Estimate, Low: min(i.Low, i.Estimate-width),
		High: max(i.High, i.Estimate+width)}
}
