package result

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %.4f, want %.4f within %g", what, got, want, tolerance)
	}
}

func TestRatingOf(t *testing.T) {
	for score, want := range map[float64]float64{0.5: 0, 0.64: 100, 0.76: 200,
		10.0 / 11: 400, 1.0 / 11: -400} {
		near(t, "rating", float64(EloOf(score)), want, 0.5)
		near(t, "score", EloOf(score).Score(), score, 1e-12)
	}
	if !math.IsInf(float64(EloOf(1)), 1) || !math.IsInf(float64(EloOf(0)), -1) {
		t.Errorf("ratings of 1 and 0 are %v and %v", EloOf(1), EloOf(0))
	}
}

// TestRatingPublished compares with published matches (as fastchess prints them): the pentanomial,
// the rating and half the width of its 95% interval.
func TestRatingPublished(t *testing.T) {
	for _, match := range []struct {
		pairs      Pairs
		elo, width float64
	}{
		{Pairs{1, 10, 78, 48, 13}, 72.85, 22.33},
		{Pairs{352, 579, 1264, 743, 464}, 19.83, 6.77},
	} {
		got := match.pairs.Interval()
		near(t, "estimate", float64(got.Estimate), match.elo, 0.01)
		near(t, "half width", float64(got.High-got.Low)/2, match.width, 0.03*match.width)
	}
}

func TestSuperiority(t *testing.T) {
	near(t, "no pairs", Pairs{}.Superiority(), 0.5, 1e-12)
	near(t, "level", Pairs{7, 3, 20, 3, 7}.Superiority(), 0.5, 1e-12)
	// The normal approximation, Phi(mean difference / standard error), is accurate here.
	p := Pairs{20, 30, 90, 40, 26}
	mean, square := p.Score(), 0.0
	for i, n := range p {
		square += float64(n) * math.Pow(float64(i)/4-mean, 2)
	}
	z := (mean - 0.5) / math.Sqrt(square) * float64(p.Count())
	near(t, "superiority", p.Superiority(), 0.5*math.Erfc(-z/math.Sqrt2), 0.005)
}

func TestRatingOfOneSidedMatches(t *testing.T) {
	none := Pairs{}.Interval()
	if !math.IsInf(float64(none.Low), -1) || !math.IsInf(float64(none.High), 1) {
		t.Errorf("no pairs: %v", none)
	}
	won := Pairs{4: 50}.Interval()
	if !math.IsInf(float64(won.Estimate), 1) || !math.IsInf(float64(won.High), 1) {
		t.Errorf("50 pairs won: %v", won)
	}
	// The rule of three: the chance of 50 pairs won at this rate is 5%.
	near(t, "chance", math.Pow(won.Low.Score(), 50), 0.05, 1e-9)
	lost := Pairs{0: 50}.Interval()
	if lost.Low != -won.High || lost.High != -won.Low {
		t.Errorf("50 pairs lost: %v, won: %v", lost, won)
	}
}

// draw returns n random pairs whose kinds have the given probabilities.
func draw(rng *rand.Rand, n int, probabilities [5]float64) Pairs {
	var p Pairs
	for range n {
		x, kind := rng.Float64(), 0
		for kind < 4 && x >= probabilities[kind] {
			x -= probabilities[kind]
			kind++
		}
		p[kind]++
	}
	return p
}

func mean(probabilities [5]float64) float64 {
	sum := 0.0
	for i, p := range probabilities {
		sum += p * float64(i) / 4
	}
	return sum
}

func TestIntervalCoverage(t *testing.T) {
	const matches = 1000
	for name, world := range map[string][5]float64{
		"level":            {0.2, 0.05, 0.5, 0.05, 0.2},
		"level, no draws":  {0.25, 0, 0.5, 0, 0.25},
		"colour decides":   {0.04, 0, 0.9, 0, 0.06},
		"better":           {0.1, 0.1, 0.3, 0.2, 0.3},
		"much better":      {0.01, 0, 0.19, 0.1, 0.7},
		"nearly all drawn": {0, 0.1, 0.8, 0.1, 0},
		"hopeless":         {0.95, 0, 0.05, 0, 0},
	} {
		for _, n := range []int{20, 100} {
			rng := rand.New(rand.NewPCG(1, uint64(n)))
			truth, covered := EloOf(mean(world)), 0
			for range matches {
				if i := draw(rng, n, world).Interval(); i.Low <= truth && truth <= i.High {
					covered++
				}
			}
			if share := float64(covered) / matches; share < 0.92 {
				t.Errorf("%s, %d pairs: the interval contains the truth in %.1f%% of matches", name,
					n, 100*share)
			} else {
				t.Logf("%s, %d pairs: %.1f%%", name, n, 100*share)
			}
		}
	}
}

func TestRatingJSON(t *testing.T) {
	for want, text := range map[Elo]string{
		12.3: "12.3", -1: "-1", Elo(math.Inf(1)): `"inf"`, Elo(math.Inf(-1)): `"-inf"`,
	} {
		data, err := json.Marshal(want)
		if err != nil || string(data) != text {
			t.Errorf("%v is %s, %v; want %s", want, data, err, text)
		}
		var got Elo
		if err := json.Unmarshal(data, &got); err != nil || got != want {
			t.Errorf("%s reads as %v, %v", data, got, err)
		}
	}
}

func TestEloText(t *testing.T) {
	for r, want := range map[Elo]string{-0.4: "+0", 0.4: "+0", -1.5: "-2", 35: "+35",
		EloOf(0): "-∞", EloOf(1): "+∞"} {
		if got := r.String(); got != want {
			t.Errorf("%v is written %s, want %s", float64(r), got, want)
		}
	}
}
