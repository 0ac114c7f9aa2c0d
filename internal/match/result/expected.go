package result

import "math"

// CautiousVariance is the variance of a pair's mean score if all games are decided, even and
// independent. Only pairs whose games tend to end alike have a larger variance. Draws and openings
// that favour a colour make it smaller, and the test shorter in proportion.
const CautiousVariance = 1.0 / 8

// ExpectedPairs returns the mean number of pairs that the test takes if the first player is elo
// points above the second. variance is the variance of a pair's mean score, in [0, 1]. The result
// is accurate to a few per cent for tests of forty pairs or more. Shorter tests take a few more
// pairs, until they know the variance.
//
// ExpectedPairs treats the log-likelihood ratio as a Brownian motion. On average a pair moves it
// like the generalized ratio for normal scores with unknown variance, by this much:
//
//	log((variance+(s-s0)^2) / (variance+(s-s1)^2)) / 2
//
// Here s is the true expected score, and s0 and s1 are the scores under H0 and H1 (Van den Bergh
// 2019). The variance of the motion follows from the variance of the score. Wald (1945) gives the
// mean time until the motion reaches a bound. Steps overshoot a bound by 0.583 standard deviations
// on average (Siegmund 1985), so ExpectedPairs moves both bounds out by that distance.
func (t SPRT) ExpectedPairs(elo, variance float64) float64 {
	s := Elo(elo).Score()
	from0, from1 := s-Elo(t.Elo0).Score(), s-Elo(t.Elo1).Score()
	drift := math.Log((variance+from0*from0)/(variance+from1*from1)) / 2
	slope := from0/(variance+from0*from0) - from1/(variance+from1*from1)
	spread := variance * slope * slope
	overshoot := 0.583 * math.Sqrt(spread)
	low, high := t.Bounds()
	low, high = low-overshoot, high+overshoot
	const certain = 200 // one bound is practically never reached
	tilt := max(-certain, min(-2*drift/spread*(high-low), certain)) / (high - low)
	if math.Abs(tilt*(high-low)) < 1e-6 {
		return -low * high / spread
	}
	accepted := -math.Expm1(tilt*low) / (math.Exp(tilt*high) - math.Exp(tilt*low))
	return (accepted*high + (1-accepted)*low) / drift
}
