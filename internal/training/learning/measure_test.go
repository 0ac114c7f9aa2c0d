package learning

import (
	"math"
	"math/rand/v2"
	"testing"

	"epaminondas/net"
)

func close(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

func TestKLDivergence(t *testing.T) {
	for _, test := range []struct {
		target, prior []float32
		want          float64
	}{
		{[]float32{0.25, 0.75}, []float32{0.25, 0.75}, 0},
		{[]float32{1, 0}, []float32{1, 0}, 0},
		{[]float32{1, 0}, []float32{0.5, 0.5}, math.Log(2)},
		{[]float32{0.5, 0.5}, []float32{0.25, 0.75}, 0.5*math.Log(2) + 0.5*math.Log(2./3)},
	} {
		if got := klDivergence(test.target, test.prior); !close(got, test.want) {
			t.Errorf("%v from %v: %v, want %v", test.prior, test.target, got, test.want)
		}
	}
	if d := klDivergence([]float32{0, 1}, []float32{1, 0}); !(d > 50) || math.IsInf(d, 0) {
		t.Errorf("a prior of 0 gives %v", d)
	}
}

func TestBrierScore(t *testing.T) {
	for _, test := range []struct {
		p       net.Prediction
		outcome int
		want    float64
	}{
		{net.Prediction{Win: 1}, 1, 0},
		{net.Prediction{Win: 1}, -1, 2},
		{net.Prediction{Draw: 1}, 0, 0},
		{net.Prediction{Win: 0.5, Draw: 0.25, Loss: 0.25}, 1, 0.25 + 0.0625 + 0.0625},
		{net.Prediction{Win: 0.5, Draw: 0.25, Loss: 0.25}, -1, 0.25 + 0.0625 + 0.5625},
	} {
		if got := brierScore(test.p, test.outcome); !close(got, test.want) {
			t.Errorf("%+v and outcome %d: %v, want %v", test.p, test.outcome, got, test.want)
		}
	}
}

func TestEstimate(t *testing.T) {
	// S = 1, 4, 1 over n = 1, 2, 1: R = 1.5; residuals -0.5, 1, -0.5 with the squares 1.5.
	got := Mean([]Sum{{1, 1}, {4, 2}, {0, 0}, {1, 1}})
	half := 1.96 * math.Sqrt(1.5*3/2) / 4
	if got == nil || !close(got.Mean, 1.5) || !close(got.Low, 1.5-half) || !close(got.High, 1.5+half) ||
		got.Games != 3 {
		t.Errorf("%+v, want 1.5 ±%v of 3 games", got, half)
	}
	if got := Mean([]Sum{{1, 1}, {0, 0}}); got != nil {
		t.Errorf("one game gives %+v", got)
	}
	a, b := []Sum{{1, 1}, {4, 2}, {1, 1}}, []Sum{{0, 1}, {2, 2}, {0, 1}}
	if d := Difference(a, b); !close(d.Mean, 1) || !close(d.Low, 1) || !close(d.High, 1) {
		t.Errorf("the same difference in all games gives %+v", d)
	}
}

// TestIntervalCovers draws samples of games whose positions are all alike, and counts how often the
// interval has the true mean. An interval by position would be far too narrow.
func TestIntervalCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const trials = 2000
	covered := 0
	for range trials {
		games := make([]Sum, 100)
		for g := range games {
			n, luck := 1+rng.IntN(20), rng.NormFloat64()
			games[g] = Sum{float64(n) * luck, n}
		}
		if e := Mean(games); e.Low <= 0 && e.High >= 0 {
			covered++
		}
	}
	if share := float64(covered) / trials; share < 0.925 || share > 0.97 {
		t.Errorf("the interval has the mean in %.1f%% of the trials, want about 95%%", 100*share)
	}
}

func TestBands(t *testing.T) {
	for last, want := range map[int]bands{0: {1, 1}, 7: {1, 8}, 8: {2, 5}, 15: {2, 8}, 16: {5, 4},
		39: {5, 8}, 40: {10, 5}, 150: {20, 8}, 160: {50, 4}} {
		if got := newBands(last); got != want {
			t.Errorf("plies up to %d: %+v, want %+v", last, got, want)
		}
	}
}

func TestCalibration(t *testing.T) {
	b := bands{width: 5, count: 3}
	var games [][]bandSums
	for range 10 { // ten times the same pair of games
		pair := [][]bandSums{make([]bandSums, 3), make([]bandSums, 3)}
		pair[0][b.of(0)].add(0.5, 1)
		pair[0][b.of(4)].add(-0.25, 1)
		pair[1][b.of(3)].add(0.75, -1)
		pair[1][b.of(10)].add(1, 1)
		games = append(games, pair...)
	}
	list := b.calibration(games)
	if len(list) != 2 {
		t.Fatalf("%+v", list)
	}
	first, last := list[0], list[1]
	if first.First != 0 || first.Last != 4 || first.Games != 20 || first.Positions != 30 ||
		!close(first.Value, 1./3) || !close(first.Outcome, 1./3) || !close(first.Confidence, 0.5) ||
		!close(first.Result, -1./3) || first.TooSure == nil ||
		!close(first.TooSure.Mean, 0.5+1./3) {
		t.Errorf("plies 0 to 4: %+v, %+v", first, first.TooSure)
	}
	if last.First != 10 || last.Last != 14 || last.Games != 10 || last.Positions != 10 || last.Value != 1 ||
		last.Result != 1 || last.TooSure != nil {
		t.Errorf("plies 10 to 14: %+v", last)
	}
}
