package rating

import (
	"math"
	"slices"
)

// A profile is the likelihood of one parameter with all others as suits it
// best. It gives honest bounds where the likelihood has no finite maximum.
type profile struct {
	likelihood *likelihood // with the parameter held fixed
	parameters []float64   // the best ones for the last value asked for
	parameter  int
	peak       float64 // where the likelihood is highest, or as good as
	enough     float64 // what the logarithm of the likelihood reaches inside the interval
}

// ridge keeps parameters finite that the games leave open. Over the hundreds
// of natural logarithms that they may reach it takes off next to nothing.
const ridge = 1e-9

// newProfile returns the profile of a parameter; for a rating, one relative to
// the player zero.
func (r *Ratings) newProfile(parameter int, zero int) (*profile, error) {
	fixed := func(k int) bool {
		return k == zero || r.reference(k) && (zero < 0 || r.Component[k] != r.Component[zero])
	}
	p := &profile{parameter: parameter, parameters: slices.Clone(r.parameters)}
	if zero >= 0 {
		for k, component := range r.Component {
			if component == r.Component[zero] {
				p.parameters[k] -= r.parameters[zero]
			}
		}
	}
	free := newLikelihood(r.ledger.players, r.ledger.pairings, fixed)
	free.ridge = ridge
	if err := free.maximise(p.parameters); err != nil {
		return nil, err
	}
	p.peak = p.parameters[parameter]
	// With p the chance of a pair won twice, p^pairs = 1/20 is the exact bound
	// after pairs that were all won; the two games of a pair are one trial.
	p.enough = free.value(p.parameters) - math.Log(20)*float64(len(r.ledger.games))/float64(r.ledger.pairs)
	p.likelihood = newLikelihood(r.ledger.players, r.ledger.pairings, func(k int) bool { return k == parameter || fixed(k) })
	p.likelihood.ridge = ridge
	return p, nil
}

// inside reports whether x is likely enough.
func (p *profile) inside(x float64) bool {
	p.parameters[p.parameter] = x
	err := p.likelihood.maximise(p.parameters)
	return err == nil && p.likelihood.value(p.parameters) >= p.enough
}

// bound returns the last value inside on the side that sign says, to a tenth
// of an Elo point, or an infinite one.
func (p *profile) bound(sign float64) float64 {
	const near = 0.1 * point
	limit := 64 + 2*math.Abs(p.peak)
	in, out := 0.0, 1.0 // distances from the peak
	for p.inside(p.peak + sign*out) {
		in, out = out, 2*out
		if in > limit {
			return math.Inf(int(sign))
		}
	}
	for out-in > near {
		if middle := (in + out) / 2; p.inside(p.peak + sign*middle) {
			in = middle
		} else {
			out = middle
		}
	}
	return p.peak + sign*out
}

// profiled returns the interval of a parameter from its profile; see newProfile.
func (r *Ratings) profiled(estimate Elo, parameter, zero int) Interval {
	inf := Elo(math.Inf(1))
	everything := Interval{Estimate: estimate, Low: -inf, High: inf}
	if len(r.ledger.games) == 0 {
		return everything
	}
	p, err := r.newProfile(parameter, zero)
	if err != nil {
		return everything
	}
	return Interval{Estimate: estimate, Low: Elo(p.bound(-1) / point), High: Elo(p.bound(1) / point)}
}
