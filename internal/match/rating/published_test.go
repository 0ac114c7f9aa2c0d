package rating

import (
	"math"
	"testing"
)

// fixture is a number of games between the same players.
type fixture struct{ first, second, won, lost int }

// listed returns the games of fixtures. Each game is a separate pair.
func listed(fixtures []fixture) []Game {
	var games []Game
	for _, f := range fixtures {
		for k := range f.won + f.lost {
			score := 1.0
			if k >= f.won {
				score = 0
			}
			games = append(games, Game{First: f.first, Second: f.second, Score: score, Pair: len(games)})
		}
	}
	return games
}

// twice lists each game in both orders of play, so that moving first has no advantage. Standard
// errors fall by the square root of two.
func twice(fixtures []fixture) []Game {
	both := fixtures
	for _, f := range fixtures {
		both = append(both, fixture{f.second, f.first, f.lost, f.won})
	}
	return listed(both)
}

// published checks coefficients and standard errors in natural logarithms.
func published(t *testing.T, r *Ratings, scale, tolerance float64, want [][2]float64) {
	t.Helper()
	for k, w := range want {
		i := r.Intervals(r.Anchor)[k]
		near(t, "coefficient", float64(i.Estimate)*point, w[0], tolerance)
		near(t, "standard error", scale*float64(i.High-i.Low)/2/1.959964*point, w[1], tolerance)
	}
}

const (
	baltimore = iota
	boston
	cleveland
	detroit
	milwaukee
	newYork
	toronto
)

// American League, Eastern Division, 1987: Agresti, "Categorical Data
// Analysis" (2nd edition, 2002), page 438; home team first.
var baseball = []fixture{
	{milwaukee, detroit, 4, 3}, {milwaukee, toronto, 4, 2}, {milwaukee, newYork, 4, 3},
	{milwaukee, boston, 6, 1}, {milwaukee, cleveland, 4, 2}, {milwaukee, baltimore, 6, 0},
	{detroit, milwaukee, 3, 3}, {detroit, toronto, 4, 2}, {detroit, newYork, 4, 3},
	{detroit, boston, 6, 0}, {detroit, cleveland, 6, 1}, {detroit, baltimore, 4, 3},
	{toronto, milwaukee, 2, 5}, {toronto, detroit, 4, 3}, {toronto, newYork, 2, 4},
	{toronto, boston, 4, 3}, {toronto, cleveland, 4, 2}, {toronto, baltimore, 6, 0},
	{newYork, milwaukee, 3, 3}, {newYork, detroit, 5, 1}, {newYork, toronto, 2, 5},
	{newYork, boston, 4, 3}, {newYork, cleveland, 4, 2}, {newYork, baltimore, 6, 1},
	{boston, milwaukee, 5, 1}, {boston, detroit, 2, 5}, {boston, toronto, 3, 3},
	{boston, newYork, 4, 2}, {boston, cleveland, 5, 2}, {boston, baltimore, 6, 0},
	{cleveland, milwaukee, 2, 5}, {cleveland, detroit, 3, 3}, {cleveland, toronto, 3, 4},
	{cleveland, newYork, 4, 3}, {cleveland, boston, 4, 2}, {cleveland, baltimore, 2, 4},
	{baltimore, milwaukee, 2, 5}, {baltimore, detroit, 1, 5}, {baltimore, toronto, 1, 6},
	{baltimore, newYork, 2, 4}, {baltimore, boston, 1, 6}, {baltimore, cleveland, 3, 4},
}

// TestFitPublishedHomeAdvantage compares with the fits of Agresti's data that Turner and Firth
// print in "Bradley-Terry Models in R: The BradleyTerry2 Package" (Journal of Statistical Software
// 48(9), 2012).
func TestFitPublishedHomeAdvantage(t *testing.T) {
	r := fit(t, 7, listed(baseball), baltimore)
	published(t, r, 1, 6e-5, [][2]float64{
		boston: {1.1438, 0.3378}, cleveland: {0.7047, 0.3350}, detroit: {1.4754, 0.3446},
		milwaukee: {1.6196, 0.3474}, newYork: {1.2813, 0.3404}, toronto: {1.3271, 0.3403},
	})
	home := r.FirstInterval()
	near(t, "home advantage", float64(home.Estimate)*point, 0.3023, 6e-5)
	near(t, "its standard error", float64(home.High-home.Low)/2/1.959964*point, 0.1309, 6e-5)
	// Agresti writes that the home team of evenly matched teams has probability 0.575.
	near(t, "home chance", home.Estimate.Score(), 0.575, 5e-4)
	// The residual deviance is twice the difference to the log-likelihood of the observed shares.
	l := newLikelihood(7, r.data.pairings, r.reference)
	l.evaluate(r.parameters)
	deviance := -2 * l.value
	for _, f := range baseball {
		for _, n := range []int{f.won, f.lost} {
			if n > 0 {
				deviance += 2 * float64(n) * math.Log(float64(n)/float64(f.won+f.lost))
			}
		}
	}
	near(t, "residual deviance", deviance, 38.643, 6e-4)
}

func TestFitPublishedNoOrder(t *testing.T) {
	r := fit(t, 7, twice(baseball), baltimore)
	published(t, r, math.Sqrt2, 6e-5, [][2]float64{
		boston: {1.1077, 0.3339}, cleveland: {0.6839, 0.3319}, detroit: {1.4364, 0.3396},
		milwaukee: {1.5814, 0.3433}, newYork: {1.2476, 0.3359}, toronto: {1.2945, 0.3367},
	})
	near(t, "no advantage", float64(r.First), 0, 1e-6)
}

// TestFitPublishedCitations compares with citations between Biometrika, Communications in
// Statistics, JASA and JRSS-B: Stigler (1994), in the same paper, with either of two journals as
// the anchor.
func TestFitPublishedCitations(t *testing.T) {
	citations := twice([]fixture{
		{0, 1, 730, 33}, {0, 2, 498, 320}, {0, 3, 221, 284}, {1, 2, 68, 813}, {1, 3, 17, 276},
		{2, 3, 142, 325},
	})
	published(t, fit(t, 4, citations, 0), math.Sqrt2, 6e-8, [][2]float64{
		{}, {-2.9490725, 0.10254534}, {-0.4795698, 0.06058873}, {0.2689541, 0.07082997},
	})
	published(t, fit(t, 4, citations, 2), math.Sqrt2, 6e-8, [][2]float64{
		{0.4795698, 0.06058873}, {-2.4695027, 0.09817049}, {}, {0.7485238, 0.07294356},
	})
}
