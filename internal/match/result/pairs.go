package result

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Pairs counts the points of a player in the two games of each opening, one with each colour.
// Pairs[k] is the number of pairs with k half points, from two losses to two wins (the pentanomial
// of fishtest). The two games of an opening are not independent: if the opening favours a colour,
// their results tend to cancel out. So the pair is the unit of all statistics here.
type Pairs [5]int

// Count returns the number of pairs.
func (p Pairs) Count() int {
	n := 0
	for _, count := range p {
		n += count
	}
	return n
}

// Score returns the mean score of a game in [0, 1], or one half without games.
func (p Pairs) Score() float64 {
	if p.Count() == 0 {
		return 0.5
	}
	points := 0
	for halves, count := range p {
		points += halves * count
	}
	return float64(points) / float64(4*p.Count())
}

// prior is the prior weight of each of the five kinds of pairs. Together they weigh as much as one
// pair (Perks' reference prior). In simulations the intervals contain the truth more reliably than
// with the heavier prior of Jeffreys. That prior moves one-sided matches of 20 pairs too far to the
// middle.
const prior = 1.0 / 5

// posterior returns the posterior distribution of the mean score. The Dirichlet posterior over the
// five kinds of pairs makes the mean score a random variable in (0, 1). posterior approximates it
// by the Beta distribution with the same mean and variance. Unlike the normal approximation, the
// distribution stays inside (0, 1) and keeps its width if there are few or equal results.
func (p Pairs) posterior() beta {
	var weight, mean, square float64
	for halves, count := range p {
		w, score := float64(count)+prior, float64(halves)/4
		weight += w
		mean += w * score
		square += w * score * score
	}
	mean /= weight
	variance := (square/weight - mean*mean) / (weight + 1)
	concentration := mean*(1-mean)/variance - 1
	return beta{mean * concentration, (1 - mean) * concentration}
}

// beta is a Beta distribution.
type beta struct{ alpha, beta float64 }

// quantile returns the value below which a share p of the distribution lies.
func (d beta) quantile(p float64) float64 { return mathext.InvRegIncBeta(d.alpha, d.beta, p) }

// above returns the probability of a value above x.
func (d beta) above(x float64) float64 { return mathext.RegIncBeta(d.beta, d.alpha, 1-x) }

// Interval returns the rating difference with its 95% interval.
//
// If every game was won, the estimate and the upper bound are infinite, and the lower bound is
// exact and one-sided. Let p be the chance of winning both games of a pair. If p were below
// 0.05^(1/n), a player would win n pairs in a row in less than 5% of matches. The mean score is at
// least p. If every game was lost, the same holds with the signs reversed.
func (p Pairs) Interval() Interval {
	n := p.Count()
	inf := Elo(math.Inf(1))
	switch {
	case n == 0:
		return Interval{Estimate: 0, Low: -inf, High: inf}
	case p[4] == n:
		return Interval{Estimate: inf, Low: EloOf(math.Pow(0.05, 1/float64(n))), High: inf}
	case p[0] == n:
		return Interval{Estimate: -inf, Low: -inf, High: -EloOf(math.Pow(0.05, 1/float64(n)))}
	}
	posterior := p.posterior()
	return Interval{
		Estimate: EloOf(p.Score()),
		Low:      EloOf(posterior.quantile(0.025)),
		High:     EloOf(posterior.quantile(0.975)),
	}
}

// Superiority returns the likelihood of superiority: the probability that the player's expected
// score is above one half.
func (p Pairs) Superiority() float64 { return p.posterior().above(0.5) }
