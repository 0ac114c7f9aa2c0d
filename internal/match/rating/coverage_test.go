package rating

import (
	"math"
	"math/rand/v2"
	"testing"

	"epaminondas/internal/match/result"
)

// share counts how often an event occurs.
type share struct{ held, all int }

func (s *share) count(holds bool) {
	s.all++
	if holds {
		s.held++
	}
}

func holds(i result.Interval, truth float64) bool {
	return float64(i.Low) <= truth && truth <= float64(i.High)
}

// within checks that the share is between low and high.
func (s share) within(t *testing.T, what string, low, high float64) {
	t.Helper()
	of := float64(s.held) / float64(s.all)
	t.Logf("%s: %.1f%%", what, 100*of)
	if !(low <= of && of <= high) {
		t.Errorf("%s: %.1f%%, want %.1f%% to %.1f%%", what, 100*of, 100*low, 100*high)
	}
}

// tally is the result of one method for intervals.
type tally struct {
	elo   []result.Interval
	first result.Interval
}

// TestCoverage checks by simulation how often 95% intervals contain the truth.
func TestCoverage(t *testing.T) {
	const tournaments = 300
	elo := []float64{0, 60, 150, -80, 200}
	for name, test := range map[string]struct {
		world world
		pairs int
		// curvature and first are the expected coverages of the curvature's intervals, for ratings
		// and for the first-player term.
		curvature, first [2]float64
	}{
		"independent": {world{elo: elo, first: 50}, 20, [2]float64{0.93, 0.97}, [2]float64{0.92, 0.98}},
		"few pairs":   {world{elo: elo, first: 50}, 5, [2]float64{0.93, 0.97}, [2]float64{0.92, 0.99}},
		// Draws make the curvature's intervals too wide. If the colour decides pairs, the intervals
		// of ratings are too wide and those of the first-player term too narrow. If the two games
		// of a pair share their luck, the opposite is true.
		"draws": {world{elo: elo, first: 50, draws: 0.6}, 20, [2]float64{0.98, 1}, [2]float64{0.98, 1}},
		"colour decides": {world{elo: elo, first: 150, alike: -0.6}, 20, [2]float64{0.97, 1},
			[2]float64{0.82, 0.92}},
		"alike": {world{elo: elo, first: 50, alike: 0.8}, 20,
			[2]float64{0.8, 0.91}, [2]float64{0.98, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && test.pairs > 5 {
				t.Skip("thousands of fits")
			}
			t.Parallel()
			rng := rand.New(rand.NewPCG(7, uint64(test.pairs)))
			var ratings, first [3]share
			for number := range tournaments {
				games := test.world.play(rng, test.pairs)
				r := fit(t, len(elo), games, 0)
				methods := []tally{{r.Intervals(0), r.FirstInterval()},
					{r.Clustered().Intervals(0), r.Clustered().FirstInterval()}}
				if number%2 == 0 { // the bootstrap takes longer
					s, err := Bootstrap(len(elo), games, 0, 200, rng)
					if err != nil {
						t.Fatal(err)
					}
					methods = append(methods, tally{s.Elo, s.First})
				}
				for method, m := range methods {
					for k := 1; k < len(elo); k++ {
						ratings[method].count(holds(m.elo[k], elo[k]))
					}
					first[method].count(holds(m.first, test.world.first))
				}
			}
			ratings[0].within(t, "curvature", test.curvature[0], test.curvature[1])
			ratings[1].within(t, "clustered", 0.93, 0.97)
			ratings[2].within(t, "bootstrap", 0.93, 0.97)
			first[0].within(t, "first, curvature", test.first[0], test.first[1])
			first[1].within(t, "first, clustered", 0.92, 0.995)
			first[2].within(t, "first, bootstrap", 0.92, 0.995)
		})
	}
}

// TestCoverageOneSided lets a player win nearly everything. The one-sided intervals must still
// contain the truth, and the intervals among the other players must not change.
func TestCoverageOneSided(t *testing.T) {
	w := world{elo: []float64{0, 700, 760}, first: 30}
	rng := rand.New(rand.NewPCG(7, 2))
	var oneSided, all, between share
	for range 300 {
		r := fit(t, 3, w.play(rng, 15), 0)
		i := r.Intervals(0)[1]
		if math.IsInf(float64(i.High), 1) {
			oneSided.count(holds(i, 700))
		}
		all.count(holds(i, 700))
		between.count(holds(r.Difference(2, 1), 60))
	}
	if oneSided.all < 30 {
		t.Errorf("%d tournaments one-sided, want many", oneSided.all)
	}
	oneSided.within(t, "one-sided", 0.95, 1)
	all.within(t, "all", 0.93, 1)
	between.within(t, "between the others", 0.92, 0.98)
}

// TestSuperiorityCalibrated checks that the likelihood of superiority between equal players is
// uniform.
func TestSuperiorityCalibrated(t *testing.T) {
	t.Parallel()
	w := world{elo: []float64{0, 0, 0}, first: 80, draws: 0.2, alike: 0.5}
	rng := rand.New(rand.NewPCG(7, 3))
	var clustered, curvature share
	for range 300 {
		r := fit(t, 3, w.play(rng, 30), 0)
		for _, pair := range [][2]int{{0, 1}, {1, 2}, {2, 0}} {
			i, j := pair[0], pair[1]
			curvature.count(r.Superiority(i, j) > 0.9)
			clustered.count(r.Clustered().Superiority(i, j) > 0.9)
		}
	}
	clustered.within(t, "clustered", 0.08, 0.12)
	curvature.within(t, "curvature", 0.12, 0.2)
}
