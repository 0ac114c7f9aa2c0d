package rating

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// point is one Elo point in natural logarithms of the odds.
const point = math.Ln10 / 400

// likelihood is the likelihood of the Bradley-Terry model with a first-player term. The first
// player wins with probability 1/(1+exp(-(r[first] - r[second] + f))), and a draw is half a win and
// half a loss. The parameters are the ratings of the players and, last, f, in natural logarithms of
// the odds. Some are fixed. The log-likelihood is concave, so Newton's method finds its only
// maximum.
type likelihood struct {
	pairings []pairing
	column   []int   // index of each parameter among the free ones, or -1
	ridge    float64 // penalty: ridge/2 times the sum of the squared parameters
	near     float64 // maximise stops when a step gains less than this

	// Set by evaluate.
	value       float64       // the logarithm
	gradient    *mat.VecDense // for the free parameters
	information *mat.SymDense // the negative second derivatives

	step     *mat.VecDense
	trial    []float64
	cholesky mat.Cholesky
}

// newLikelihood returns the likelihood of players. It never changes a parameter for which fixed
// returns true. At least one parameter must be free.
func newLikelihood(players int, pairings []pairing, fixed func(parameter int) bool) *likelihood {
	l := &likelihood{pairings: pairings, column: make([]int, players+1),
		trial: make([]float64, players+1), near: 1e-12}
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

// signs are the derivatives of a pairing's logit by the rating of first, the rating of second, and
// the first-player term.
var signs = [3]float64{1, -1, 1}

// sigmoid returns the probability whose odds have the logarithm x.
func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// evaluate sets value, gradient and information.
func (l *likelihood) evaluate(parameters []float64) {
	l.value = -l.ridge / 2 * floats.Dot(parameters, parameters)
	l.gradient.Zero()
	l.information.Zero()
	for k, x := range parameters {
		if at := l.column[k]; at >= 0 {
			l.gradient.SetVec(at, -l.ridge*x)
			l.information.SetSym(at, at, l.ridge)
		}
	}
	for _, p := range l.pairings {
		x := p.logit(parameters)
		small := math.Exp(-math.Abs(x)) // ratio of the less likely result to the other
		chance := 1 / (1 + small)
		if x < 0 {
			chance = small / (1 + small)
		}
		// log(sigmoid(x)) = x + log(sigmoid(-x))
		l.value += p.points*x - p.games*(math.Max(x, 0)+math.Log1p(small))
		l.add(p, p.points-p.games*chance, p.games*small/((1+small)*(1+small)))
	}
}

// add adds a term with the given first and negative second derivative by the logit of the pairing.
func (l *likelihood) add(p pairing, slope, bend float64) {
	gradient, information := l.gradient.RawVector().Data, l.information.RawSymmetric()
	columns := [3]int{l.column[p.first], l.column[p.second], l.column[len(l.column)-1]}
	for a, row := range columns {
		if row < 0 {
			continue
		}
		gradient[row] += signs[a] * slope
		for b, column := range columns {
			if row <= column { // the upper triangle
				information.Data[row*information.Stride+column] += signs[a] * signs[b] * bend
			}
		}
	}
}

// errNoMaximum means that the likelihood has no maximum. It is a bug if the maximum is known to be
// finite.
var errNoMaximum = errors.New("rating: the likelihood has no finite maximum")

// maximise moves the free parameters from their current values to the maximum.
func (l *likelihood) maximise(parameters []float64) error {
	const (
		steps   = 500
		longest = 10 // in natural logarithms; without this limit, steps in flat regions could have any length
	)
	l.evaluate(parameters)
	for range steps {
		if !l.cholesky.Factorize(l.information) {
			return errNoMaximum
		}
		if err := l.cholesky.SolveVecTo(l.step, l.gradient); err != nil {
			var condition mat.Condition // the step is good enough, because the next one corrects it
			if !errors.As(err, &condition) || math.IsInf(float64(condition), 1) {
				return errNoMaximum
			}
		}
		gain := mat.Dot(l.gradient, l.step) // twice the gain of the step, if the likelihood were quadratic
		if gain < l.near {
			l.move(parameters, 1)
			copy(parameters, l.trial)
			return nil
		}
		share := math.Min(1, longest/mat.Norm(l.step, math.Inf(1)))
		if !l.search(parameters, gain, share) {
			return errNoMaximum
		}
	}
	return errNoMaximum
}

// search moves by a part of the step, at most share, that raises the likelihood, and evaluates
// there. It tries the largest part first. Very close to the maximum, where rounding hides the gain,
// it moves by the whole step.
func (l *likelihood) search(parameters []float64, gain, share float64) bool {
	value := l.value
	for range 30 {
		l.move(parameters, share)
		l.evaluate(l.trial)
		if l.value >= value+1e-4*share*gain || gain < 1e-6 {
			copy(parameters, l.trial)
			return true
		}
		share /= 2
	}
	return false
}

// move sets trial to the parameters after a share of the step.
func (l *likelihood) move(parameters []float64, share float64) {
	for k, x := range parameters {
		l.trial[k] = x
		if at := l.column[k]; at >= 0 {
			l.trial[k] += share * l.step.AtVec(at)
		}
	}
}
