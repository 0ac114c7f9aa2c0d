package rating

import "math"

// CautiousVariance is the variance of a pair's mean score where all games are
// decided, level and independent: the largest but for pairs that tend to end
// alike. Draws and openings that favour a colour make it smaller, and the test
// shorter in proportion.
const CautiousVariance = 1.0 / 8

// ExpectedPairs returns the number of pairs that the test takes on average if
// the first player is elo points above the second and a pair's mean score, in
// [0, 1], has the given variance. It is good to some per cent from forty pairs
// on; shorter tests take a few pairs more, until they know the variance.
//
// The ratio is taken for a Brownian motion. Its drift a pair is that of the
// generalized ratio of normal scores whose variance is not known,
//
//	log((variance+(s-s0)^2) / (variance+(s-s1)^2)) / 2
//
// where s are the expected scores (Van den Bergh 2019), its variance what that
// of the score makes of it. Its mean time of first passage is Wald's (1945),
// with each bound moved out by the mean overshoot of a sum of normal steps,
// 0.583 deviations (Siegmund 1985).
func (t SPRT) ExpectedPairs(elo, variance float64) float64 {
	s := Elo(elo).Score()
	from0, from1 := s-Elo(t.Elo0).Score(), s-Elo(t.Elo1).Score()
	drift := math.Log((variance+from0*from0)/(variance+from1*from1)) / 2
	slope := from0/(variance+from0*from0) - from1/(variance+from1*from1)
	spread := variance * slope * slope
	overshoot := 0.583 * math.Sqrt(spread)
	low, high := t.Bounds()
	low, high = low-overshoot, high+overshoot
	const certain = 200 // one bound is never reached
	tilt := max(-certain, min(-2*drift/spread*(high-low), certain)) / (high - low)
	if math.Abs(tilt*(high-low)) < 1e-6 {
		return -low * high / spread
	}
	accepted := -math.Expm1(tilt*low) / (math.Exp(tilt*high) - math.Exp(tilt*low))
	return (accepted*high + (1-accepted)*low) / drift
}
