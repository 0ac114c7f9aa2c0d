package fit

import "math"

// Estimate is a mean over the positions of the held-out games, with its 95% interval.
//
// The mean is the ratio R = sum S_g / sum n_g, where S_g is the sum over the n_g positions of game
// g. Its variance comes from the games (Cochran, "Sampling Techniques", 6.3): with the residuals
// e_g = S_g - R n_g, the standard error is sqrt(G/(G-1) sum e_g^2) / sum n_g over G games.
type Estimate struct {
	Mean  float64 `json:"mean"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Games int     `json:"games"`
}

// normal95 is the quantile of the normal distribution for a 95% interval.
const normal95 = 1.96

// sum is a sum over positions of a game.
type sum struct {
	total float64
	n     int
}

// add adds a position.
func (s *sum) add(x float64) { s.total, s.n = s.total+x, s.n+1 }

// estimate returns the mean over all positions of the games. Games without positions do not count.
// It is nil for fewer than two games.
func estimate(games []sum) *Estimate {
	var all sum
	count := 0
	for _, g := range games {
		all.total += g.total
		all.n += g.n
		if g.n > 0 {
			count++
		}
	}
	if count < 2 {
		return nil
	}
	mean, squares := all.total/float64(all.n), 0.0
	for _, g := range games {
		e := g.total - mean*float64(g.n)
		squares += e * e
	}
	half := normal95 * math.Sqrt(squares*float64(count)/float64(count-1)) / float64(all.n)
	return &Estimate{Mean: mean, Low: mean - half, High: mean + half, Games: count}
}

// pairedDifference returns the mean of a minus the mean of b over the same positions. It pairs them
// by game, so what makes a game hard for both does not widen the interval.
func pairedDifference(a, b []sum) *Estimate {
	games := make([]sum, len(a))
	for i := range a {
		games[i] = sum{a[i].total - b[i].total, a[i].n}
	}
	return estimate(games)
}
