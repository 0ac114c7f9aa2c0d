package result

import (
	"fmt"
	"math"
)

// Decision is the decision of a sequential test.
type Decision string

// The decisions of a sequential test.
const (
	Undecided Decision = "undecided" // play on, or the games ran out
	Accepted  Decision = "accepted"  // H1: the rating difference is Elo1 rather than Elo0
	Rejected  Decision = "rejected"  // H0: the difference is Elo0 rather than Elo1
)

// SPRT is a sequential probability ratio test of H0: the first player is Elo0 points above the
// second, against H1: it is Elo1 points above. Both are logistic Elo. It may be applied after every
// pair of games. If H0 is true, the test accepts H1 in at most about a share Alpha of the matches.
// If H1 is true, the test accepts H0 in at most about a share Beta.
//
// The test is the generalized test for the five kinds of pairs. The likelihood of a hypothesis is
// the likelihood of the most likely distribution with the mean score of the hypothesis. See Van den
// Bergh, "A practical introduction to the GSPRT" (2019), as used by fishtest, and Li, Liu and Ying
// (2014) for its optimality.
type SPRT struct {
	Elo0  float64 `json:"elo0" toml:"elo0"`
	Elo1  float64 `json:"elo1" toml:"elo1"`
	Alpha float64 `json:"alpha" toml:"alpha"`
	Beta  float64 `json:"beta" toml:"beta"`
}

// maxElo limits the hypotheses. No match can distinguish a score of 1 - 1e-5 from 1.
const maxElo = 2000

// Validate returns an error for the first invalid field.
func (t SPRT) Validate() error {
	switch {
	case !(math.Abs(t.Elo0) <= maxElo):
		return fmt.Errorf("sprt: elo0 is %g, want %d to %d", t.Elo0, -maxElo, maxElo)
	case !(t.Elo1 > t.Elo0 && t.Elo1 <= maxElo):
		return fmt.Errorf("sprt: elo1 is %g, want more than elo0 (%g) and at most %d",
			t.Elo1, t.Elo0, maxElo)
	case !(t.Alpha > 0 && t.Alpha < 0.5):
		return fmt.Errorf("sprt: alpha is %g, want between 0 and 0.5", t.Alpha)
	case !(t.Beta > 0 && t.Beta < 0.5):
		return fmt.Errorf("sprt: beta is %g, want between 0 and 0.5", t.Beta)
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which the test accepts H0 and H1 (Wald 1945).
func (t SPRT) Bounds() (low, high float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Ratio returns the generalized log-likelihood ratio of H1 to H0.
func (t SPRT) Ratio(p Pairs) float64 {
	if p.Count() == 0 {
		return 0
	}
	// A kind of pair that has not occurred may still occur. A tiny weight keeps every mean score
	// possible (as in fishtest).
	var weights [len(p)]float64
	for i, count := range p {
		weights[i] = math.Max(float64(count), 1e-3)
	}
	return logLikelihood(weights, Elo(t.Elo1).Score()) - logLikelihood(weights, Elo(t.Elo0).Score())
}

// Decide returns the decision after the given pairs.
func (t SPRT) Decide(p Pairs) Decision {
	low, high := t.Bounds()
	switch ratio := t.Ratio(p); {
	case ratio >= high:
		return Accepted
	case ratio <= low:
		return Rejected
	default:
		return Undecided
	}
}

// logLikelihood returns, up to a constant, the log-likelihood of the observed weights under the
// most likely distribution with the given mean score, in (0, 1). By Lagrange's multipliers the
// probabilities are proportional to weight/(1 + x(score - mean)), where x makes the mean correct.
func logLikelihood(weights [len(Pairs{})]float64, mean float64) float64 {
	// The derivative falls from +inf to -inf between the poles of the largest and the smallest
	// score, so bisection cannot fail.
	low, high := -1/(1-mean), 1/mean
	for range 100 {
		x := (low + high) / 2
		slope := 0.0
		for i, w := range weights {
			d := float64(i)/4 - mean
			slope += w * d / (1 + x*d)
		}
		if slope > 0 {
			low = x
		} else {
			high = x
		}
	}
	x, sum := (low+high)/2, 0.0
	for i, w := range weights {
		sum -= w * math.Log1p(x*(float64(i)/4-mean))
	}
	return sum
}
