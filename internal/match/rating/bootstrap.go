package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Sampled is what a bootstrap over the opening pairs says of a tournament.
type Sampled struct {
	// Elo holds each player's rating relative to the anchor, as [Fit] has it,
	// with the 95% interval of the samples.
	Elo []Interval `json:"elo"`
	// First is the advantage of moving first, likewise.
	First Interval `json:"first"`
	// Samples is the number of samples.
	Samples int `json:"samples"`
}

// Bootstrap fits the ratings to samples of the opening pairs and returns their
// percentiles. Each sample weighs the pairs, whole, at random with mean one, by
// independent exponential weights: the Bayesian bootstrap (Rubin 1981), which
// behaves as drawing pairs with replacement does but leaves no player without
// games and nobody who once lost unbeaten. So a sample has a finite maximum of
// likelihood where the tournament has one, and starts from that.
//
// Where all pairs are split all samples are the same: no interval is narrower
// than those of [Ratings.Clustered] can be, which one pair more of those that are
// not alike would have. Where [Fit] needs a prior the intervals are those of [Ratings.Difference],
// for what was not seen is in no sample either. It fails as Fit does, and if
// samples is less than 100. About 1000 are enough.
func Bootstrap(players int, games []Game, anchor, samples int, rng *rand.Rand) (*Sampled, error) {
	if samples < 100 {
		return nil, fmt.Errorf("rating: %d bootstrap samples, want at least 100", samples)
	}
	r, err := Fit(players, games, anchor)
	if err != nil {
		return nil, err
	}
	drawn, err := r.sample(samples, rng)
	if err != nil {
		return nil, err
	}
	s := &Sampled{Elo: make([]Interval, players), Samples: samples}
	profiles := newProfiles(r, anchor)
	for k := range s.Elo {
		if k != anchor && r.reach.finite(k, anchor) {
			s.Elo[k] = percentiles(r.parameters[k], drawn[k]).atLeast(r.least(apart(r.curvature, k, anchor)))
		} else {
			s.Elo[k] = r.difference(k, anchor, profiles)
		}
	}
	if s.First = r.FirstInterval(); r.reach.first {
		s.First = percentiles(r.parameters[players], drawn[players]).atLeast(r.least(r.curvature.At(players, players)))
	}
	return s, nil
}

// sample returns each parameter's values in the samples, spread out for the
// parameters fitted.
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

// percentiles returns the estimate of a parameter with the interval of its
// samples. Their median is off the estimate by as much as the estimate may be
// off the truth, so the percentiles are shifted against it (Efron 1981).
func percentiles(estimate float64, samples []float64) Interval {
	sorted := slices.Sorted(slices.Values(samples))
	half := 0.5 / float64(len(sorted)) // no shift is infinite
	below, _ := slices.BinarySearch(sorted, estimate)
	shift := distuv.UnitNormal.Quantile(min(max(float64(below)/float64(len(sorted)), half), 1-half))
	at := func(z float64) Elo {
		return Elo(stat.Quantile(distuv.UnitNormal.CDF(2*shift+z), stat.LinInterp, sorted, nil) / point)
	}
	return Interval{Estimate: Elo(estimate / point), Low: at(-quantile), High: at(quantile)}
}

// atLeast returns the interval, at least as wide as that of a variance, in
// natural logarithms.
func (i Interval) atLeast(variance float64) Interval {
	width := Elo(quantile * math.Sqrt(variance) / point)
	return Interval{Estimate: i.Estimate, Low: min(i.Low, i.Estimate-width), High: max(i.High, i.Estimate+width)}
}
