package rating

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// Ratios published with the tests of fastchess, to two decimals.
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

// With pairs that were all won the most likely distributions are known: all
// weight on 0 and 1.
func TestSPRTClosedForm(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	near(t, "all won", test.Ratio(Pairs{4: 10}), 10*math.Log(Elo(50).Score()/0.5), 0.01)
	near(t, "one half each", test.Ratio(Pairs{0: 10, 4: 10}),
		10*math.Log(Elo(50).Score()/0.5)+10*math.Log((1-Elo(50).Score())/0.5), 0.01)
	if got := test.Ratio(Pairs{}); got != 0 {
		t.Errorf("ratio of nothing is %v", got)
	}
	symmetric := SPRT{Elo0: -30, Elo1: 30, Alpha: 0.05, Beta: 0.05}
	near(t, "symmetric", symmetric.Ratio(Pairs{9, 1, 30, 4, 6}), -symmetric.Ratio(Pairs{6, 4, 30, 1, 9}), 1e-9)
}

// tilted returns a world with the given mean score, from a base with mean one half.
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

func TestSPRTErrorRates(t *testing.T) {
	const matches = 400
	test := SPRT{Elo0: 0, Elo1: 80, Alpha: 0.05, Beta: 0.05}
	for name, base := range map[string][5]float64{
		"no draws":       {0.25, 0, 0.5, 0, 0.25},
		"colour decides": {0.1, 0, 0.8, 0, 0.1},
		"draws":          {0.1, 0.2, 0.4, 0.2, 0.1},
	} {
		for truth, wrong := range map[float64]Decision{test.Elo0: Accepted, test.Elo1: Rejected} {
			rng := rand.New(rand.NewPCG(2, 3))
			world, errors, played := tilted(base, Elo(truth).Score()), 0, 0
			for range matches {
				var pairs Pairs
				decision := Undecided
				for decision == Undecided {
					for kind, n := range draw(rng, 1, world) {
						pairs[kind] += n
					}
					decision = test.Decide(pairs)
				}
				played += pairs.Count()
				if decision == wrong {
					errors++
				}
			}
			share := float64(errors) / matches
			t.Logf("%s, %g Elo: wrong in %.1f%%, %d pairs a match", name, truth, 100*share, played/matches)
			if share > 0.08 {
				t.Errorf("%s, %g Elo: wrong in %.1f%% of matches, want about 5%%", name, truth, 100*share)
			}
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
