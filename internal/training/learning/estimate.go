package learning

import (
	"fmt"
	"math"
)

// Estimate is a mean over the positions of the held-out games, with its 95% interval.
//
// The mean is the ratio R = sum S_g / sum n_g, where S_g is the sum over the n_g positions of game
// g. Its variance comes from the games (Cochran, "Sampling Techniques", 6.3). With the residuals
// e_g = S_g - R n_g, the standard error is sqrt(G/(G-1) sum e_g^2) / sum n_g over G games.
type Estimate struct {
	Mean  float64 `json:"mean"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Games int     `json:"games"`
}

// normal95 is the quantile of the normal distribution for a 95% interval.
const normal95 = 1.96

// Sum is a sum over N positions of a game.
type Sum struct {
	Total float64
	N     int
}

// add adds a position.
func (s *Sum) add(x float64) { s.Total, s.N = s.Total+x, s.N+1 }

// Mean returns the mean over all positions of the games. Games without positions do not count.
// It is nil for fewer than two games.
func Mean(games []Sum) *Estimate {
	var all Sum
	count := 0
	for _, g := range games {
		all.Total += g.Total
		all.N += g.N
		if g.N > 0 {
			count++
		}
	}
	if count < 2 {
		return nil
	}
	mean, squares := all.Total/float64(all.N), 0.0
	for _, g := range games {
		e := g.Total - mean*float64(g.N)
		squares += e * e
	}
	half := normal95 * math.Sqrt(squares*float64(count)/float64(count-1)) / float64(all.N)
	return &Estimate{Mean: mean, Low: mean - half, High: mean + half, Games: count}
}

// Difference returns the mean of a minus the mean of b over the same positions. It pairs the sums
// by game, so the interval does not get wider because a game is hard for both.
func Difference(a, b []Sum) *Estimate {
	games := make([]Sum, len(a))
	for i := range a {
		games[i] = Sum{a[i].Total - b[i].Total, a[i].N}
	}
	return Mean(games)
}

// Text writes an estimate times a factor, with the given number of digits after the point: "71.2
// ±0.3%".
func (e *Estimate) Text(factor float64, digits int, unit string) string {
	if e == nil {
		return "-"
	}
	return fmt.Sprintf("%.*f ±%.*f%s", digits, factor*e.Mean, digits, factor*e.half(), unit)
}

// Signed writes a difference. A star marks an interval without 0.
func (e *Estimate) Signed() string {
	if e == nil {
		return "-"
	}
	star := ""
	if e.Low > 0 || e.High < 0 {
		star = " *"
	}
	return fmt.Sprintf("%+.4f ±%.4f%s", e.Mean, e.half(), star)
}

// half returns half the width of the interval.
func (e *Estimate) half() float64 { return math.Abs(e.High-e.Low) / 2 }
