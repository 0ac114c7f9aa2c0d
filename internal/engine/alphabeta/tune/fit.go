package tune

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/optimize"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/alphabeta"
)

// Report has the amount of data of a fit and the quality of its predictions. Losses are mean cross
// entropies in nats; predicting even odds has a loss of 0.693.
type Report struct {
	Games, Samples         int // used for the fit
	HeldGames, HeldSamples int // held out: every fifth game
	// Start and Fitted are the losses on the fitted positions, with the weights before the fit (at
	// the best scale) and after it.
	Start, Fitted         float64
	HeldStart, HeldFitted float64 // losses on the held-out positions
}

const (
	holdOut = 5 // every fifth game is held out
	// ridge is the penalty for leaving the start. It is the cost if a feature of one standard
	// deviation changes the log odds by 1 more than at the start.
	ridge = 1e-3
)

// vector is a number for every feature.
type vector = [alphabeta.Terms]float64

// Fit returns the weights that predict the outcomes best, with a penalty for leaving the start. The
// scale stays the same, since the margins of the search are in its unit. A weight that is positive
// at the start does not become negative. With few games the fit would otherwise mistake a habit of
// the losers for the cause of their losses, and the engine would stall. Fit returns an error if
// there is too little data.
func Fit(ctx context.Context, samples []Sample, start alphabeta.Weights) (alphabeta.Weights, Report, error) {
	fitted, held := split(samples)
	report := Report{Games: games(fitted), Samples: len(fitted), HeldGames: games(held),
		HeldSamples: len(held)}
	if len(fitted) < 10*alphabeta.Terms || len(held) == 0 {
		return start, report, fmt.Errorf(
			"tune: there are too few positions, %s for the fit and %d held out: play more games",
			noun.Count(len(fitted), "position"), len(held))
	}
	begin := scaled(start, fitted)
	end, err := bounded(ctx, fitted, begin)
	if err != nil {
		return start, report, fmt.Errorf("tune: fit to %s: %w", noun.Count(len(fitted), "position"),
			err)
	}
	report.Start, report.Fitted = loss(fitted, &begin, nil), loss(fitted, &end, nil)
	report.HeldStart, report.HeldFitted = loss(held, &begin, nil), loss(held, &end, nil)
	w, err := weights(end, start.Scale)
	return w, report, err
}

// split divides the samples into fitted and held-out games.
func split(samples []Sample) (fitted, held []Sample) {
	for _, s := range samples {
		if s.Game%holdOut == holdOut-1 {
			held = append(held, s)
		} else {
			fitted = append(fitted, s)
		}
	}
	return fitted, held
}

// games returns the number of games in samples. The samples of a game must be adjacent.
func games(samples []Sample) int {
	n := 0
	for i := range samples {
		if i == 0 || samples[i].Game != samples[i-1].Game {
			n++
		}
	}
	return n
}

// loss returns the mean cross entropy of the outcomes. If gradient is not nil, loss adds its
// gradient by the coefficients of the log odds.
func loss(samples []Sample, odds *vector, gradient []float64) float64 {
	sum, each := 0.0, 1/float64(len(samples))
	for i := range samples {
		s := &samples[i]
		logit := 0.0
		for j, x := range s.Features {
			logit += odds[j] * x
		}
		sum += math.Max(logit, 0) - logit*s.Outcome + math.Log1p(math.Exp(-math.Abs(logit)))
		if gradient != nil {
			off := (1/(1+math.Exp(-logit)) - s.Outcome) * each
			for j, x := range s.Features {
				gradient[j] += off * x
			}
		}
	}
	return sum * each
}

// scaled returns weights as coefficients of the log odds, at the scale that predicts best. It finds
// the scale by golden-section search.
func scaled(w alphabeta.Weights, samples []Sample) (odds vector) {
	at := func(logScale float64) (v vector) {
		for i, weight := range w.Vector() {
			v[i] = float64(weight) * math.Exp(logScale)
		}
		return v
	}
	low, high := math.Log(1e-6), math.Log(1e-1)
	for high-low > 1e-4 {
		a, b := high-(high-low)/math.Phi, low+(high-low)/math.Phi
		left, right := at(a), at(b)
		if loss(samples, &left, nil) < loss(samples, &right, nil) {
			high = b
		} else {
			low = a
		}
	}
	return at((low + high) / 2)
}

// bounded returns the coefficients of the least loss with penalty. No coefficient may be negative
// if it is positive at the start: bounded fixes such coefficients at zero and fits the others
// again.
func bounded(ctx context.Context, samples []Sample, begin vector) (vector, error) {
	var fixed [alphabeta.Terms]bool
	for {
		end, err := minimise(ctx, samples, begin, fixed)
		if err != nil {
			return begin, err
		}
		again := false
		for i := range end {
			if !fixed[i] && begin[i] > 0 && end[i] < 0 {
				fixed[i], again = true, true
			}
		}
		if !again {
			return end, nil
		}
	}
}

// minimise returns the coefficients of the least loss with penalty, by L-BFGS. Some coefficients
// are fixed at zero.
func minimise(ctx context.Context, samples []Sample, begin vector,
	fixed [alphabeta.Terms]bool) (vector, error) {
	spread := deviations(samples)
	objective := func(x, gradient []float64) float64 {
		odds := vector(x)
		clear(gradient)
		value := loss(samples, &odds, gradient)
		for i := range odds {
			off := (odds[i] - begin[i]) * spread[i]
			value += ridge * off * off
			if gradient != nil {
				gradient[i] += 2 * ridge * off * spread[i]
				if fixed[i] {
					gradient[i] = 0
				}
			}
		}
		return value
	}
	problem := optimize.Problem{
		Func:   func(x []float64) float64 { return objective(x, nil) },
		Grad:   func(gradient, x []float64) { objective(x, gradient) },
		Status: func() (optimize.Status, error) { return optimize.NotTerminated, ctx.Err() },
	}
	from := begin
	for i := range from {
		if fixed[i] {
			from[i] = 0
		}
	}
	result, err := optimize.Minimize(problem, from[:],
		&optimize.Settings{MajorIterations: 2000, GradientThreshold: 1e-6}, &optimize.LBFGS{})
	if ctx.Err() != nil {
		return begin, ctx.Err()
	}
	if result == nil { // gonum reports an error if a line search makes no progress; here it is the end
		return begin, err
	}
	return vector(result.X), nil
}

// deviations returns the standard deviation of every feature around zero.
func deviations(samples []Sample) (d vector) {
	for i := range samples {
		for j, x := range samples[i].Features {
			d[j] += x * x
		}
	}
	for j := range d {
		d[j] = math.Sqrt(d[j] / float64(len(samples)))
	}
	return d
}

// weights converts coefficients of the log odds into weights whose scores have the given scale.
func weights(odds vector, scale int) (w alphabeta.Weights, err error) {
	var v [alphabeta.Terms]int
	for i, x := range odds {
		v[i] = int(math.Round(x * float64(scale) * 10)) // a score is a tenth of the weighted sum
	}
	w.SetVector(v)
	w.Scale = scale
	return w, w.Validate()
}
