package result

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestSPRTPublished compares with ratios from the tests of fastchess, to two decimals.
func TestSPRTPublished(t *testing.T) {
	for _, match := range []struct {
		elo0, elo1 float64
		pairs      Pairs
		want       float64
	}{
		{0.5, 2.5, Pairs{223, 9863, 21279, 10037, 246}, -3.07},
		{0, 2, Pairs{871, 26175, 55983, 26678, 821}, -4.98},
	} {
		test := SPRT{Elo0: match.elo0, Elo1: match.elo1, Alpha: 0.05, Beta: 0.05}
		near(t, "ratio", test.Ratio(match.pairs), match.want, 0.02)
	}
}

func TestSPRTBounds(t *testing.T) {
	low, high := SPRT{Alpha: 0.05, Beta: 0.05}.Bounds()
	near(t, "low", low, -2.944, 0.001)
	near(t, "high", high, 2.944, 0.001)
}

// TestSPRTClosedForm uses pairs that were all won, for which the most likely distributions are
// known: all weight is on 0 and 1.
func TestSPRTClosedForm(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	near(t, "all won", test.Ratio(Pairs{4: 10}), 10*math.Log(Elo(50).Score()/0.5), 0.01)
	near(t, "one half each", test.Ratio(Pairs{0: 10, 4: 10}),
		10*math.Log(Elo(50).Score()/0.5)+10*math.Log((1-Elo(50).Score())/0.5), 0.01)
	if got := test.Ratio(Pairs{}); got != 0 {
		t.Errorf("the ratio without pairs is %v", got)
	}
	symmetric := SPRT{Elo0: -30, Elo1: 30, Alpha: 0.05, Beta: 0.05}
	near(t, "symmetric", symmetric.Ratio(Pairs{9, 1, 30, 4, 6}),
		-symmetric.Ratio(Pairs{6, 4, 30, 1, 9}), 1e-9)
}

// tilted returns a distribution with the given mean score. base has mean one half.
func tilted(base [5]float64, score float64) [5]float64 {
	low, high := -50.0, 50.0
	var world [5]float64
	for range 60 {
		x, sum := (low+high)/2, 0.0
		for i, p := range base {
			world[i] = p * math.Exp(x*float64(i)/4)
			sum += world[i]
		}
		for i := range world {
			world[i] /= sum
		}
		if mean(world) < score {
			low = x
		} else {
			high = x
		}
	}
	return world
}

// sequence plays matches until the test decides. It returns the share of H1 and the mean number of
// pairs.
func sequence(rng *rand.Rand, test SPRT, world [5]float64, matches int) (accepted, pairs float64) {
	for range matches {
		var p Pairs
		decision := Undecided
		for decision == Undecided {
			for kind, n := range draw(rng, 1, world) {
				p[kind] += n
			}
			decision = test.Decide(p)
		}
		pairs += float64(p.Count()) / float64(matches)
		if decision == Accepted {
			accepted += 1 / float64(matches)
		}
	}
	return accepted, pairs
}

// TestSPRTErrorRates checks the error rates and the lengths of matches, for pairs whose games are
// independent, cancel out or end alike.
func TestSPRTErrorRates(t *testing.T) {
	for name, setting := range map[string]struct {
		base [5]float64
		elo1 float64 // smaller if the variance is small, or the test would end before it knows the variance
	}{
		"independent":    {[5]float64{0.25, 0, 0.5, 0, 0.25}, 80},
		"colour decides": {[5]float64{0.1, 0, 0.8, 0, 0.1}, 80},
		"alike":          {[5]float64{0.4, 0.05, 0.1, 0.05, 0.4}, 100},
		"draws":          {[5]float64{0.1, 0.2, 0.4, 0.2, 0.1}, 80},
		"mostly draws":   {[5]float64{0.02, 0.14, 0.68, 0.14, 0.02}, 40},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test := SPRT{Elo0: 0, Elo1: setting.elo1, Alpha: 0.05, Beta: 0.05}
			for elo, bounds := range map[float64][2]float64{test.Elo0: {0, 0.075},
				test.Elo1 / 2: {0.42, 0.58}, test.Elo1: {0.925, 1}} {
				world := tilted(setting.base, Elo(elo).Score())
				accepted, pairs := sequence(rand.New(rand.NewPCG(2, 3)), test, world, 400)
				if accepted < bounds[0] || accepted > bounds[1] {
					t.Errorf("accepted at %g Elo: %.3f, want %.3f to %.3f", elo, accepted, bounds[0],
						bounds[1])
				}
				want := test.ExpectedPairs(elo, variance(world))
				t.Logf("%.1f pairs, %.1f expected", pairs, want)
				if math.Abs(pairs/want-1) > 0.15 {
					t.Errorf("%g Elo: %.1f pairs a match, expected %.1f", elo, pairs, want)
				}
			}
		})
	}
}

func variance(probabilities [5]float64) float64 {
	sum := 0.0
	for i, p := range probabilities {
		sum += p * math.Pow(float64(i)/4-mean(probabilities), 2)
	}
	return sum
}

// TestExpectedPairsPublished compares with mean lengths from the simulator lucasart/sprt. H0 is 0
// and H1 is 4 on the scale of BayesElo with a draw elo of 250. So each of two equal players wins
// with w = 1/(1+10^(250/400)). The unit there is the game.
func TestExpectedPairsPublished(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 2.48, Alpha: 0.05, Beta: 0.05}
	w := Elo(-250).Score()
	for elo, games := range map[float64]float64{-0.62: 28982, 0: 40145, 0.62: 55858, 1.24: 65163,
		1.86: 55612, 2.48: 39821, 3.10: 28835} {
		near(t, "games", test.ExpectedPairs(elo, w/2), games, 0.025*games)
	}
}

func TestExpectedPairs(t *testing.T) {
	test := SPRT{Elo0: -20, Elo1: 20, Alpha: 0.05, Beta: 0.05}
	middle := test.ExpectedPairs(0, CautiousVariance)
	near(t, "next to the middle", test.ExpectedPairs(1e-4, CautiousVariance), middle, 1e-3*middle)
	near(t, "symmetry", test.ExpectedPairs(-20, CautiousVariance),
		test.ExpectedPairs(20, CautiousVariance), 1e-6)
	h0, far := test.ExpectedPairs(-20, CautiousVariance), test.ExpectedPairs(-200, CautiousVariance)
	if !(0 < far && far < h0 && h0 < middle) {
		t.Errorf("%v pairs far off, %v under H0, %v in the middle", far, h0, middle)
	}
	for _, elo := range []float64{-2000, -400, 400, 2000} {
		if n := test.ExpectedPairs(elo, CautiousVariance); !(n > 0 && n < h0) {
			t.Errorf("%v pairs at %g Elo", n, elo)
		}
	}
}

func TestSPRTValidate(t *testing.T) {
	good := SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	if err := good.Validate(); err != nil {
		t.Errorf("%+v: %v", good, err)
	}
	for want, change := range map[string]func(*SPRT){
		"elo0 is 3000":  func(s *SPRT) { s.Elo0 = 3000 },
		"elo0 is -2001": func(s *SPRT) { s.Elo0 = -2001 },
		"elo1 is 2001":  func(s *SPRT) { s.Elo1 = 2001 },
		"elo0 is NaN":   func(s *SPRT) { s.Elo0 = math.NaN() },
		"elo1 is 0":     func(s *SPRT) { s.Elo1 = 0 },
		"alpha is 0,":   func(s *SPRT) { s.Alpha = 0 },
		"beta is 0.5,":  func(s *SPRT) { s.Beta = 0.5 },
		"alpha is NaN,": func(s *SPRT) { s.Alpha = math.NaN() },
	} {
		bad := good
		change(&bad)
		if err := bad.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q", bad, err, want)
		}
	}
}
