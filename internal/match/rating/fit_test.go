package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/mat"

	"epaminondas/internal/match/result"
)

// world is the truth behind a simulated tournament: true ratings in Elo points.
type world struct {
	elo   []float64
	first float64
	// draws is the share of drawn games, at most twice the probability of the less likely result.
	draws float64
	// alike couples the two games of a pair: its absolute value is the chance that both games have
	// the same luck. The luck belongs to the player if alike is positive, and to the colour if it
	// is negative.
	alike float64
}

// chance returns the expected score of first against second.
func (w world) chance(first, second int) float64 {
	return result.Elo(w.elo[first] - w.elo[second] + w.first).Score()
}

// score returns a random result with the given mean. luck, from 0 to 1, determines it.
func (w world) score(mean, luck float64) float64 {
	draw := w.draws * 2 * min(mean, 1-mean)
	switch win := mean - draw/2; {
	case luck < win:
		return 1
	case luck < win+draw:
		return 0.5
	}
	return 0
}

// play plays pairs of games between all players.
func (w world) play(rng *rand.Rand, pairs int) []Game {
	var games []Game
	for i := range w.elo {
		for j := range i {
			for pair := range pairs {
				games = append(games, w.pair(rng, i, j, pair)...)
			}
		}
	}
	return games
}

func (w world) pair(rng *rand.Rand, i, j, pair int) []Game {
	lucky, other := rng.Float64(), rng.Float64()
	if rng.Float64() < math.Abs(w.alike) {
		if other = lucky; w.alike < 0 { // the first player's luck, in both games
			other = 1 - lucky
		}
	}
	return []Game{
		{First: i, Second: j, Score: w.score(w.chance(i, j), lucky), Pair: pair},
		{First: j, Second: i, Score: 1 - w.score(1-w.chance(j, i), other), Pair: pair},
	}
}

func fit(t *testing.T, players int, games []Game, anchor int) *Ratings {
	t.Helper()
	r, err := Fit(players, games, anchor)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var oneWorld = world{elo: []float64{0, 60, 150, -80, 300, 20}, first: 40, draws: 0.3, alike: 0.4}

func TestDerivatives(t *testing.T) {
	games := oneWorld.play(rand.New(rand.NewPCG(1, 1)), 5)
	r := fit(t, 6, games, 2)
	l := newLikelihood(6, r.data.pairings, r.reference)
	l.ridge = 0.3
	at := []float64{0.3, -0.2, 0, 1.2, -0.7, 0.1, 0.25}
	free := func(x []float64) []float64 {
		all := slices.Clone(at)
		for k, column := range l.column {
			if column >= 0 {
				all[k] = x[column]
			}
		}
		return all
	}
	value := func(x []float64) float64 {
		l.evaluate(free(x))
		return l.value
	}
	x := []float64{0.3, -0.2, 1.2, -0.7, 0.1, 0.25}
	gradient := fd.Gradient(nil, value, x, &fd.Settings{Formula: fd.Central})
	hessian := mat.NewSymDense(len(x), nil)
	fd.Hessian(hessian, value, x, nil)
	l.evaluate(at)
	for i := range x {
		near(t, "slope", l.gradient.AtVec(i), gradient[i], 1e-5)
		for j := range x {
			near(t, "bend", l.information.At(i, j), -hessian.At(i, j), 1e-2)
		}
	}
	one := newLikelihood(2, []pairing{{0, 1, 3, 2}}, func(k int) bool { return k > 0 })
	for _, x := range []float64{1.3, -1.3, 0} {
		one.evaluate([]float64{x, 0, 0})
		near(t, "value", one.value, 2*math.Log(sigmoid(x))+math.Log(sigmoid(-x)), 1e-14)
	}
	one.evaluate([]float64{-800, 0, 0})
	near(t, "a far value", one.value, -1600, 1e-9)
}

// TestFitIsMaximum compares Newton's method with a fit by the definition, game by game. That fit
// moves each parameter in turn to where its slope is 0.
func TestFitIsMaximum(t *testing.T) {
	games := oneWorld.play(rand.New(rand.NewPCG(1, 2)), 5)
	r := fit(t, 6, games, 0)
	elo, first := make([]float64, 6), 0.0
	// slope returns the points of a player minus its expected points, and for -1 the points of all
	// first players minus their expected points.
	slope := func(player int) (sum float64) {
		for _, g := range games {
			above := g.Score - result.Elo(elo[g.First]-elo[g.Second]+first).Score()
			switch player {
			case g.First, -1:
				sum += above
			case g.Second:
				sum -= above
			}
		}
		return sum
	}
	root := func(x *float64, player int) {
		low, high := -2000.0, 2000.0
		for range 40 {
			if *x = (low + high) / 2; slope(player) > 0 {
				low = *x
			} else {
				high = *x
			}
		}
	}
	for range 40 {
		root(&first, -1)
		for player := 1; player < 6; player++ {
			root(&elo[player], player)
		}
	}
	for k, x := range elo {
		near(t, "rating", float64(r.Elo[k]), x, 0.01)
	}
	near(t, "first", float64(r.First), first, 0.01)
}

// TestFitInvariance checks that differences, their intervals and the likelihood of superiority
// depend neither on the anchor nor on the order of players and games.
func TestFitInvariance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	games := oneWorld.play(rng, 6)
	r := fit(t, 6, games, 0)

	shuffled := slices.Clone(games)
	rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	again := fit(t, 6, shuffled, 0)
	if !slices.Equal(again.Elo, r.Elo) || !mat.Equal(again.clustered, r.clustered) {
		t.Errorf("the order of the games changes the ratings: %v, %v", r.Elo, again.Elo)
	}
	s, _ := Bootstrap(6, games, 0, 100, rand.New(rand.NewPCG(5, 5)))
	u, _ := Bootstrap(6, shuffled, 0, 100, rand.New(rand.NewPCG(5, 5)))
	if !slices.Equal(s.Elo, u.Elo) {
		t.Errorf("the order of the games changes the bootstrap: %v, %v", s.Elo, u.Elo)
	}

	place := rng.Perm(6)
	permuted := slices.Clone(games)
	for k := range permuted {
		permuted[k].First, permuted[k].Second = place[permuted[k].First], place[permuted[k].Second]
	}
	for _, version := range []func(*Ratings) *Ratings{func(r *Ratings) *Ratings { return r },
		(*Ratings).Clustered} {
		other, here := version(fit(t, 6, permuted, 3)), version(r)
		for i := range 6 {
			for j := range 6 {
				want, got := here.Difference(i, j), other.Difference(place[i], place[j])
				near(t, "difference", float64(got.Estimate), float64(want.Estimate), 1e-6)
				near(t, "low", float64(got.Low), float64(want.Low), 1e-6)
				near(t, "superiority", other.Superiority(place[i], place[j]), here.Superiority(i, j), 1e-9)
			}
		}
		near(t, "first", float64(other.FirstInterval().High), float64(here.FirstInterval().High), 1e-6)
	}
}

// TestFitScaling checks that four copies of the results give the same ratings and half the widths.
func TestFitScaling(t *testing.T) {
	games := oneWorld.play(rand.New(rand.NewPCG(1, 4)), 6)
	r := fit(t, 6, games, 0)
	var more []Game
	for k := range 4 {
		for _, g := range games {
			g.Pair += 1000 * k
			more = append(more, g)
		}
	}
	four := fit(t, 6, more, 0)
	for k := range 6 {
		near(t, "rating", float64(four.Elo[k]), float64(r.Elo[k]), 1e-6)
		near(t, "width", 2*four.deviation(k, 1), r.deviation(k, 1), 1e-9)
		// The sandwich's correction for the fitted parameters is a few per cent here.
		near(t, "clustered width", 2*four.Clustered().deviation(k, 1),
			r.Clustered().deviation(k, 1), 0.1*r.deviation(k, 1))
	}
}

// TestFitOfTwo checks that, with colours exchanged, the ratings of two players follow from the mean
// score, and clustered intervals from the pairs.
func TestFitOfTwo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	w := world{elo: []float64{0, 50}, alike: -0.5}
	games := w.play(rng, 400)
	r := fit(t, 2, games, 0)
	pairs := r.Crosstable()[1][0].Pairs
	if pairs.Count() != 400 {
		t.Fatalf("%d pairs, want 400", pairs.Count())
	}
	want, got := pairs.Interval(), r.Clustered().Intervals(0)[1]
	near(t, "estimate", float64(got.Estimate), float64(want.Estimate), 0.5)
	near(t, "low", float64(got.Low), float64(want.Low), 1)
	near(t, "high", float64(got.High), float64(want.High), 1)
	near(t, "superiority", r.Clustered().Superiority(1, 0), pairs.Superiority(), 1e-3)
	s, err := Bootstrap(2, games, 0, 4000, rng)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "bootstrap, low", float64(s.Elo[1].Low), float64(want.Low), 2)
	near(t, "bootstrap, high", float64(s.Elo[1].High), float64(want.High), 2)
}

func BenchmarkFit(b *testing.B) {
	w := world{elo: make([]float64, 40), first: 30, draws: 0.1}
	for k := range w.elo {
		w.elo[k] = 20 * float64(k)
	}
	games := w.play(rand.New(rand.NewPCG(1, 6)), 10) // 40 players with 390 pairs each
	for b.Loop() {
		if _, err := Fit(40, games, 0); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBootstrap(b *testing.B) {
	w := world{elo: make([]float64, 12), first: 30, draws: 0.1}
	for k := range w.elo {
		w.elo[k] = 40 * float64(k)
	}
	games := w.play(rand.New(rand.NewPCG(1, 7)), 20)
	for b.Loop() {
		if _, err := Bootstrap(12, games, 0, 1000, rand.New(rand.NewPCG(1, 8))); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSplitPairs checks players that split every pair. Each is equally likely to be the better one,
// but nobody knows that they are exactly equal. The residuals cancel out in each pair, so the
// sandwich alone would be zero.
func TestSplitPairs(t *testing.T) {
	for name, white := range map[string]func(pair int) float64{
		"both colours": func(pair int) float64 { return float64(pair % 2) },
		"mostly White": func(pair int) float64 { return float64(min(pair%7, 1)) },
		"draws":        func(int) float64 { return 0.5 },
	} {
		var games []Game
		for pair := range 20 {
			games = append(games, Game{0, 1, white(pair), pair}, Game{1, 0, white(pair), pair})
		}
		r := fit(t, 2, games, 0).Clustered()
		near(t, name+", likelihood of superiority", r.Superiority(0, 1), 0.5, 1e-6)
		near(t, name+", likelihood of superiority", r.Superiority(1, 0), 0.5, 1e-6)
		want := result.Pairs{2: 20}.Interval()
		if got := r.Intervals(0)[1]; !(got.High > want.High/2 && got.High < 2*want.High &&
			got.Low == -got.High) {
			t.Errorf("%s: interval %v, want about %v", name, got, want)
		}
		if first := r.FirstInterval(); !(first.High > first.Low) {
			t.Errorf("%s: moving first is worth %v", name, first)
		}
		s, err := Bootstrap(2, games, 0, 100, rand.New(rand.NewPCG(1, 6)))
		if err != nil {
			t.Fatal(err)
		}
		if clustered := r.Intervals(0)[1]; s.Elo[0] != (result.Interval{}) ||
			s.Elo[1].High < clustered.High-1 || !(s.First.High > s.First.Low) {
			t.Errorf("%s: the bootstrap has %v, moving first %v; the sandwich %v", name,
				s.Elo, s.First, clustered)
		}
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %.4f, want %.4f within %g", what, got, want, tolerance)
	}
}
