package rating

import (
	"math"
	"slices"

	"epaminondas/internal/match/result"
)

// profiles bounds the parameters of a likelihood without a finite maximum. It varies one parameter
// at a time, and all others take their best values. The field zero is the index of the player to
// which ratings are relative. If zero is -1, they are relative to the references of the components.
type profiles struct {
	ratings *Ratings
	zero    int
	fixed   func(parameter int) bool
	start   []float64 // the fitted ratings; nil until needed
	enough  float64   // the least logarithm of the likelihood inside an interval
}

const (
	// ridge keeps parameters finite that the games do not determine. Such parameters may reach
	// hundreds of natural logarithms, and the ridge changes the likelihood very little there.
	ridge = 1e-9
	// roughly is the accuracy that a maximum of the log-likelihood needs here.
	roughly = 1e-4
)

func newProfiles(r *Ratings, zero int) *profiles {
	return &profiles{ratings: r, zero: zero, fixed: func(k int) bool {
		return k == zero || r.reference(k) && (zero < 0 || r.Component[k] != r.Component[zero])
	}}
}

// climb finds the maximum of the likelihood, and sets start and enough for the profiles.
func (p *profiles) climb() error {
	r := p.ratings
	p.start = slices.Clone(r.parameters)
	if p.zero >= 0 {
		for k, component := range r.Component {
			if component == r.Component[p.zero] {
				p.start[k] -= r.parameters[p.zero]
			}
		}
	}
	peak := slices.Clone(p.start)
	free := newLikelihood(r.data.players, r.data.pairings, p.fixed)
	free.ridge, free.near = ridge, roughly
	if err := free.maximise(peak); err != nil {
		return err
	}
	free.evaluate(peak)
	// If q is the chance that a pair is won twice, then q^pairs = 1/20 is the exact bound after
	// pairs that were all won. The two games of a pair are one trial.
	p.enough = free.value - math.Log(20)*float64(len(r.data.games))/float64(r.data.pairs)
	return nil
}

// interval returns the interval of a parameter: all values that are likely enough.
func (p *profiles) interval(estimate result.Elo, parameter int) result.Interval {
	i := result.Interval{Estimate: estimate, Low: result.Elo(math.Inf(-1)), High: result.Elo(math.Inf(1))}
	if len(p.ratings.data.games) == 0 || p.start == nil && p.climb() != nil {
		return i
	}
	reach := p.ratings.reach
	if p.zero < 0 || reach.bounded(parameter, p.zero) {
		i.Low = result.Elo(p.bound(parameter, -1) / point)
	}
	if p.zero < 0 || reach.bounded(p.zero, parameter) {
		i.High = result.Elo(p.bound(parameter, 1) / point)
	}
	return i
}

// bound returns the most extreme value of a parameter, in the direction of sign, that is likely
// enough. It is accurate to a tenth of an Elo point, and may be infinite. The log-likelihood is
// concave, so Newton's method from a value outside never steps over the bound.
func (p *profiles) bound(parameter int, sign float64) float64 {
	r := p.ratings
	held := newLikelihood(r.data.players, r.data.pairings, func(k int) bool {
		return k == parameter || p.fixed(k)
	})
	held.ridge, held.near = ridge, roughly
	slope := newLikelihood(r.data.players, r.data.pairings, func(k int) bool { return k != parameter })
	parameters := slices.Clone(p.start)
	// above returns the log-likelihood of x minus enough, and sets slope. If the likelihood of a
	// value cannot be computed, the value counts as likely enough.
	above := func(x float64) float64 {
		parameters[parameter] = x
		if held.maximise(parameters) != nil {
			return math.Inf(1)
		}
		slope.evaluate(parameters)
		return slope.value - p.enough
	}
	start := p.start[parameter]
	outside, excess := start, above(start)
	for distance := 1.0; excess >= 0; distance *= 2 {
		if distance > 64+2*math.Abs(start) {
			return math.Inf(int(sign))
		}
		outside = start + sign*distance
		excess = above(outside)
	}
	for range 100 {
		step := excess / slope.gradient.AtVec(0)
		if outside -= step; !(math.Abs(step) > 0.1*point) {
			break
		}
		excess = above(outside)
	}
	return outside
}
