package rating

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// point is one Elo point in natural logarithms of the odds.
const point = math.Ln10 / 400

// likelihood is that of the Bradley-Terry model with a first-player term:
// first wins with probability 1/(1+exp(-(r[first] - r[second] + f))), and a
// draw is half a win and half a loss. The parameters are the ratings of the
// players and, last, f, in natural logarithms of the odds; some are held fixed.
// It is concave, so the only maximum is the one that Newton's method finds.
type likelihood struct {
	pairings []pairing
	column   []int   // of each parameter among the free ones, or -1
	ridge    float64 // what is taken off: ridge/2 times the sum of the squared parameters

	gradient    *mat.VecDense // of the free parameters
	information *mat.SymDense // the negative second derivatives
	step        *mat.VecDense
	trial       []float64
	cholesky    mat.Cholesky
}

// newLikelihood returns the likelihood of players where the parameters that
// fixed names stay as they are. At least one must be free.
func newLikelihood(players int, pairings []pairing, fixed func(parameter int) bool) *likelihood {
	l := &likelihood{pairings: pairings, column: make([]int, players+1), trial: make([]float64, players+1)}
	free := 0
	for k := range l.column {
		l.column[k] = -1
		if !fixed(k) {
			l.column[k] = free
			free++
		}
	}
	l.gradient, l.step = mat.NewVecDense(free, nil), mat.NewVecDense(free, nil)
	l.information = mat.NewSymDense(free, nil)
	return l
}

// logit returns the logarithm of the odds that p.first wins.
func (p pairing) logit(parameters []float64) float64 {
	return parameters[p.first] - parameters[p.second] + parameters[len(parameters)-1]
}

// sigmoid returns the probability whose odds have the logarithm x.
func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// logSigmoid returns log(sigmoid(x)).
func logSigmoid(x float64) float64 { return math.Min(x, 0) - math.Log1p(math.Exp(-math.Abs(x))) }

func (l *likelihood) value(parameters []float64) float64 {
	sum := -l.ridge / 2 * floats.Dot(parameters, parameters)
	for _, p := range l.pairings {
		x := p.logit(parameters)
		sum += p.points*x + p.games*logSigmoid(-x) // log(sigmoid(x)) = x + log(sigmoid(-x))
	}
	return sum
}

// differentiate sets gradient and information.
func (l *likelihood) differentiate(parameters []float64) {
	l.gradient.Zero()
	l.information.Zero()
	for k, x := range parameters {
		if at := l.column[k]; at >= 0 {
			l.gradient.SetVec(at, -l.ridge*x)
			l.information.SetSym(at, at, l.ridge)
		}
	}
	last := l.column[len(l.column)-1]
	for _, p := range l.pairings {
		chance := sigmoid(p.logit(parameters))
		signs := [3]float64{1, -1, 1}
		columns := [3]int{l.column[p.first], l.column[p.second], last}
		slope, bend := p.points-p.games*chance, p.games*chance*(1-chance)
		for a, row := range columns {
			if row < 0 {
				continue
			}
			l.gradient.SetVec(row, l.gradient.AtVec(row)+signs[a]*slope)
			for b, column := range columns {
				if row <= column {
					l.information.SetSym(row, column, l.information.At(row, column)+signs[a]*signs[b]*bend)
				}
			}
		}
	}
}

// errNoMaximum cannot happen where the maximum is known to be finite.
var errNoMaximum = errors.New("rating: the likelihood has no finite maximum")

// maximise moves the free parameters to the maximum, from where they are, and
// leaves the information there.
func (l *likelihood) maximise(parameters []float64) error {
	const steps, near = 200, 1e-12
	value := l.value(parameters)
	for range steps {
		l.differentiate(parameters)
		if !l.cholesky.Factorize(l.information) {
			return errNoMaximum
		}
		if err := l.cholesky.SolveVecTo(l.step, l.gradient); err != nil {
			var condition mat.Condition // the step is good enough: the next one corrects it
			if !errors.As(err, &condition) || math.IsInf(float64(condition), 1) {
				return errNoMaximum
			}
		}
		gain := mat.Dot(l.gradient, l.step) // twice what the step gains, were the likelihood quadratic
		if gain < near {
			l.move(parameters, 1)
			copy(parameters, l.trial)
			return nil
		}
		if value = l.search(parameters, value, gain); math.IsNaN(value) {
			return errNoMaximum
		}
	}
	return errNoMaximum
}

// search goes as much of the step as raises the likelihood, and returns it.
func (l *likelihood) search(parameters []float64, value, gain float64) float64 {
	for share := 1.0; share > 1e-9; share /= 2 {
		l.move(parameters, share)
		if v := l.value(l.trial); v >= value+1e-4*share*gain || gain < 1e-6 {
			copy(parameters, l.trial)
			return v
		}
	}
	return math.NaN()
}

func (l *likelihood) move(parameters []float64, share float64) {
	for k, x := range parameters {
		l.trial[k] = x
		if at := l.column[k]; at >= 0 {
			l.trial[k] += share * l.step.AtVec(at)
		}
	}
}
