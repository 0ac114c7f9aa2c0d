package rating

import "math"

// CautiousVariance is the variance of a pair's mean score where all games are
// decided, level and independent: the largest but for pairs that tend to end
// alike. Draws and openings that favour a colour make it smaller, and the test
// shorter in proportion; [Pairs.Variance] tells what it was.
const CautiousVariance = 1.0 / 8

// Variance returns the variance of a pair's mean score, in [0, 1/4]; 0 if
// there is no pair.
func (p Pairs) Variance() float64 {
	sum, mean := 0.0, p.Score()
	for halves, count := range p {
		sum += float64(count) * math.Pow(float64(halves)/4-mean, 2)
	}
	return sum / math.Max(float64(p.Count()), 1)
}

// ExpectedPairs returns the number of pairs that the test takes on average if
// the first player is elo points above the second and a pair's mean score, in
// [0, 1], has the given variance.
//
// The ratio is taken for a Brownian motion with the drift of the generalized
// ratio, (s1-s0)(s-(s0+s1)/2)/variance a pair, where s are the expected scores
// (Van den Bergh 2019); its first passage is Wald's (1945), with each bound
// moved out by the mean overshoot of a sum of normal steps, 0.583 deviations
// (Siegmund 1985).
func (t SPRT) ExpectedPairs(elo, variance float64) float64 {
	s0, s1, s := Elo(t.Elo0).Score(), Elo(t.Elo1).Score(), Elo(elo).Score()
	drift := (s1 - s0) * (s - (s0+s1)/2) / variance
	spread := (s1 - s0) * (s1 - s0) / variance
	low, high := t.Bounds()
	overshoot := 0.583 * math.Sqrt(spread)
	low, high = low-overshoot, high+overshoot
	tilt := -2 * drift / spread
	if math.Abs(tilt*(high-low)) < 1e-6 {
		return -low * high / spread
	}
	accepted := -math.Expm1(tilt*low) / (math.Exp(tilt*high) - math.Exp(tilt*low))
	return (accepted*high + (1-accepted)*low) / drift
}
