package result

import (
	"math"
	"slices"
)

// OddsTrial is a part of a measurement of time odds: some pairs of games in which B had a multiple of
// A's time.
type OddsTrial struct {
	Times float64 `json:"times"` // B's time divided by A's
	Pairs Pairs   `json:"pairs"` // points of A
}

// Odds are the time odds of two players: how many times A's time B needs to be as strong as A.
type Odds struct {
	// Level is the median of the posterior distribution, and Low and High are its 95% interval.
	Level float64 `json:"level"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	// Doubling is the gain of B from twice its time, in Elo.
	Doubling float64 `json:"doubling"`
}

// OddsModel is the model of time odds. A scores 1/(1+10^(-s(x-t)/400)) if B has 2^t times its time.
// Here x is the level in doublings and s the gain of a doubling. The posterior distribution of both is
// computed on a grid. Before the first game every level is as likely as every other, on the scale of
// doublings.
//
// The two games of a pair count as independent. From balanced openings they nearly are. From others
// their results tend to cancel out, and the interval is then wider than it has to be.
type OddsModel struct{ Least, Most float64 } // multiples of A's time that B may get

const (
	// oddsStep is the distance of levels on the grid, in doublings. oddsMargin is the number of
	// doublings by which the grid goes beyond the times that B may get.
	oddsStep, oddsMargin = 1.0 / 8, 3.0
	// mostAway is the greatest distance of a time from the level, in doublings.
	mostAway = 1.5
	// normal95 is the quantile of the normal distribution for a 95% interval.
	normal95 = 1.96
	// timeStep is the distance of the times that B gets, in doublings.
	timeStep = 1.0 / 4
	// lapse is the share of games that go to a random player, as after a blunder. So no single game
	// excludes a level.
	lapse = 0.02
)

// doublings are the gains of a doubling on the grid, in Elo, and their prior probabilities. Engines of
// this game gain 60 to 120.
var doublings = []struct{ gain, prior float64 }{
	{25, 0.04}, {45, 0.13}, {70, 0.28}, {105, 0.31}, {160, 0.18}, {240, 0.06},
}

// posterior returns the levels of the grid, in doublings, their probabilities, and the mean gain of a
// doubling.
func (m OddsModel) posterior(trials []OddsTrial) (levels, p []float64, gain float64) {
	for x := math.Log2(m.Least) - oddsMargin; x <= math.Log2(m.Most)+oddsMargin; x += oddsStep {
		levels = append(levels, x)
	}
	likelihoods := make([]float64, 0, len(levels)*len(doublings))
	for _, x := range levels {
		for _, s := range doublings {
			likelihoods = append(likelihoods, math.Log(s.prior)+oddsLikelihood(trials, x, s.gain))
		}
	}
	best := slices.Max(likelihoods)
	p = make([]float64, len(levels))
	total := 0.0
	for i, l := range likelihoods {
		q := math.Exp(l - best)
		p[i/len(doublings)] += q
		gain += q * doublings[i%len(doublings)].gain
		total += q
	}
	for i := range p {
		p[i] /= total
	}
	return levels, p, gain / total
}

// oddsLikelihood returns the log-likelihood of a level and a gain.
func oddsLikelihood(trials []OddsTrial, level, gain float64) (sum float64) {
	for _, t := range trials {
		score := Elo(gain * (level - math.Log2(t.Times))).Score()
		score = lapse/2 + (1-lapse)*score
		games := float64(2 * t.Pairs.Count())
		points := games * t.Pairs.Score()
		sum += points*math.Log(score) + (games-points)*math.Log(1-score)
	}
	return sum
}

// Estimate returns the time odds after some trials.
func (m OddsModel) Estimate(trials []OddsTrial) Odds {
	levels, p, gain := m.posterior(trials)
	at := func(share float64) float64 { return math.Exp2(quantile(levels, p, share)) }
	return Odds{Level: at(0.5), Low: at(0.025), High: at(0.975), Doubling: gain}
}

// quantile returns the level below which a share of the distribution lies. Within a cell of the grid it
// interpolates.
func quantile(levels, p []float64, share float64) float64 {
	sum := 0.0
	for i, q := range p {
		if sum+q >= share && q > 0 {
			return levels[i] + oddsStep*((share-sum)/q-0.5)
		}
		sum += q
	}
	return levels[len(levels)-1]
}

// Next returns the multiple of A's time that B gets in the next pair, after some pairs with the given
// estimate. Games at the level say most about the level, and games on both sides of it also tell the
// gain of a doubling. So the times are a standard deviation below and above the level, in turns.
func (m OddsModel) Next(o Odds, pairs int) float64 {
	x, away := math.Log2(o.Level), min(math.Log2(o.High/o.Low)/(2*normal95), mostAway)
	if pairs%2 == 0 {
		away = -away
	}
	x = timeStep * math.Round((x+away)/timeStep)
	return min(max(math.Exp2(x), m.Least), m.Most)
}

// Known reports whether the interval is narrow enough: Low and High are within a factor of Level. It is
// also narrow enough if it lies outside the times that B may get.
func (m OddsModel) Known(o Odds, factor float64) bool {
	return o.High/o.Low <= factor*factor || o.Low > m.Most || o.High < m.Least
}
