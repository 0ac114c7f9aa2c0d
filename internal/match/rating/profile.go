package rating

import (
	"math"
	"slices"
)

// profiles bound the parameters where the likelihood has no finite maximum: of
// one parameter at a time, all others are as suits each value of it best.
// Ratings are relative to the player zero, or for -1 to the references.
type profiles struct {
	ratings *Ratings
	zero    int
	fixed   func(parameter int) bool
	start   []float64 // the ratings as fitted; nil until needed
	enough  float64   // what the logarithm of the likelihood reaches inside an interval
}

const (
	// ridge keeps parameters finite that the games leave open. Over the
	// hundreds of natural logarithms that they may reach it takes off next to
	// nothing.
	ridge = 1e-9
	// roughly is how near to a maximum it is worth to go, in its logarithm.
	roughly = 1e-4
)

func newProfiles(r *Ratings, zero int) *profiles {
	return &profiles{ratings: r, zero: zero, fixed: func(k int) bool {
		return k == zero || r.reference(k) && (zero < 0 || r.Component[k] != r.Component[zero])
	}}
}

// climb sets start and enough.
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
	// With q the chance of a pair won twice, q^pairs = 1/20 is the exact bound
	// after pairs that were all won; the two games of a pair are one trial.
	p.enough = free.value - math.Log(20)*float64(len(r.data.games))/float64(r.data.pairs)
	return nil
}

// interval returns the interval of a parameter: all values that are likely
// enough.
func (p *profiles) interval(estimate Elo, parameter int) Interval {
	i := Interval{Estimate: estimate, Low: Elo(math.Inf(-1)), High: Elo(math.Inf(1))}
	if len(p.ratings.data.games) == 0 || p.start == nil && p.climb() != nil {
		return i
	}
	reach := p.ratings.reach
	if p.zero < 0 || reach.bounded(parameter, p.zero) {
		i.Low = Elo(p.bound(parameter, -1) / point)
	}
	if p.zero < 0 || reach.bounded(p.zero, parameter) {
		i.High = Elo(p.bound(parameter, 1) / point)
	}
	return i
}

// bound returns the last value of a parameter that is likely enough on the
// side that sign says, to a tenth of an Elo point, or an infinite one. The
// logarithm of the likelihood is concave, so from a value outside Newton's
// method never steps over the bound.
func (p *profiles) bound(parameter int, sign float64) float64 {
	r := p.ratings
	held := newLikelihood(r.data.players, r.data.pairings, func(k int) bool { return k == parameter || p.fixed(k) })
	held.ridge, held.near = ridge, roughly
	slope := newLikelihood(r.data.players, r.data.pairings, func(k int) bool { return k != parameter })
	parameters := slices.Clone(p.start)
	// above returns what the likelihood of x has more than enough, and sets
	// slope. What cannot be told is not ruled out.
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
