package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"epaminondas/internal/match/result"
)

// match returns a pair of games. first wins both, draws both or loses both, as score says.
func match(first, second, pair int, score float64) []Game {
	return []Game{
		{First: first, Second: second, Score: score, Pair: pair},
		{First: second, Second: first, Score: 1 - score, Pair: pair},
	}
}

// mixed returns matches that both players won in turn, so the result is not one-sided.
func mixed(first, second, pairs int) []Game {
	var games []Game
	for k := range pairs {
		games = append(games, match(first, second, k, float64(k%2))...)
	}
	return games
}

func TestFitRefuses(t *testing.T) {
	for want, f := range map[string]func() (*Ratings, error){
		"the anchor is player 2, want 0 to 1": func() (*Ratings, error) { return Fit(2, nil, 2) },
		"game 0: the players are 0 and 2, want 0 to 1": func() (*Ratings, error) {
			return Fit(2, []Game{{0, 2, 1, 0}}, 0)
		},
		"game 1: player 1 is on both sides": func() (*Ratings, error) {
			return Fit(2, []Game{{0, 1, 1, 0}, {1, 1, 1, 0}}, 0)
		},
		"game 0: score is 0.25, want 0, 0.5 or 1": func() (*Ratings, error) {
			return Fit(2, []Game{{0, 1, 0.25, 0}}, 0)
		},
		"game 0: score is NaN": func() (*Ratings, error) {
			return Fit(2, []Game{{0, 1, math.NaN(), 0}}, 0)
		},
		"game 0: the players are -1 and 0": func() (*Ratings, error) {
			return Fit(2, []Game{{-1, 0, 1, 0}}, 0)
		},
		"rating: bootstrap with 99 bootstrap samples, want at least 100": func() (*Ratings, error) {
			_, err := Bootstrap(2, nil, 0, 99, nil)
			return nil, err
		},
	} {
		if _, err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

type kinds = []result.Kind

// The usual warnings of small matches.
const disconnected, oneWay, order, few = result.Disconnected, result.OneWay, result.Order, result.FewPairs

// TestReach checks that the maximum is finite exactly where it should be.
func TestReach(t *testing.T) {
	swapped := mixed(0, 1, 4)
	for name, test := range map[string]struct {
		players int
		games   []Game
		finite  bool
		kinds   []result.Kind
	}{
		"no games":       {2, nil, true, kinds{disconnected, few}},
		"mixed":          {2, swapped, true, kinds{few}},
		"enough":         {2, mixed(0, 1, 20), true, nil},
		"all won":        {2, match(0, 1, 0, 1), false, kinds{oneWay, order, few}},
		"all drawn":      {2, match(0, 1, 0, 0.5), true, kinds{few}},
		"won everything": {3, slices.Concat(swapped, match(2, 0, 0, 1)), false, kinds{oneWay, few}},
		"disconnected":   {4, slices.Concat(swapped, mixed(2, 3, 4)), true, kinds{disconnected, few}},
		"a cycle": {3, slices.Concat(swapped, match(0, 1, 5, 1),
			match(1, 2, 0, 1), match(2, 0, 0, 1)), true, kinds{few}},
		"first wins":     {2, []Game{{0, 1, 1, 0}, {1, 0, 1, 0}}, false, kinds{order, few}},
		"second wins":    {2, []Game{{0, 1, 0, 0}, {1, 0, 0, 0}}, false, kinds{order, few}},
		"never swapped":  {2, []Game{{0, 1, 1, 0}, {0, 1, 0, 1}}, false, kinds{order, few}},
		"swapped by way": {3, []Game{{0, 1, .5, 0}, {1, 2, .5, 0}, {2, 0, .5, 0}}, true, kinds{few}},
		"fixed by others": {4, slices.Concat(swapped, []Game{{2, 3, 1, 0}, {2, 3, 0, 1}}), true,
			kinds{disconnected, few}},
	} {
		r := fit(t, test.players, test.games, 0)
		if r.Prior == test.finite {
			t.Errorf("%s: prior is %v", name, r.Prior)
		}
		names := []string{"A", "B", "C", "D"}[:test.players]
		var kinds []result.Kind
		for _, w := range r.Warnings(names) {
			kinds = append(kinds, w.Kind)
		}
		if !slices.Equal(kinds, test.kinds) {
			t.Errorf("%s: warnings %v, want kinds %v", name, r.Warnings(names), test.kinds)
		}
		for k, x := range r.parameters {
			if math.IsNaN(x) || math.IsInf(x, 0) || math.Abs(x) > 3000*point {
				t.Errorf("%s: parameter %d is %v", name, k, x)
			}
		}
	}
}

// TestWonEverything checks a player that won every game. Its interval must be the interval from its
// own pairs, with any other games. Its estimate must be finite and above the bound.
func TestWonEverything(t *testing.T) {
	var games []Game
	for k := range 20 {
		games = append(games, match(1, 0, k, 1)...)
	}
	alone := fit(t, 2, games, 0)
	want := result.Pairs{4: 20}.Interval()
	got := alone.Intervals(0)[1]
	near(t, "bound", float64(got.Low), float64(want.Low), 0.2)
	if got.High != want.High || !strings.HasPrefix(got.String(), "above ") {
		t.Errorf("interval %v, want %v", got, want)
	}
	if got.Estimate < got.Low || got.Estimate > 1000 {
		t.Errorf("estimate %v, want a moderate one above %v", got.Estimate, got.Low)
	}
	// The 40 wins and one virtual draw are 40.5 points of 41.
	near(t, "estimate", float64(got.Estimate), float64(result.EloOf(40.5/41)), 1e-6)
	if s := alone.Superiority(1, 0); s < 0.99 || s >= 1 {
		t.Errorf("likelihood of superiority is %v", s)
	}
	near(t, "clustered, with residuals near 0", alone.Clustered().Superiority(1, 0),
		alone.Superiority(1, 0), 0)
	loser := alone.Difference(0, 1)
	near(t, "the loser's bound", float64(loser.High), -float64(got.Low), 0.2)
	s, err := Bootstrap(2, games, 0, 100, rand.New(rand.NewPCG(1, 1)))
	if err != nil || s.Elo[1] != got {
		t.Errorf("bootstrap %v, %v; want %v", s, err, got)
	}

	joined := fit(t, 4, slices.Concat(games, mixed(1, 2, 30), mixed(2, 3, 30)), 0)
	near(t, "bound", float64(joined.Intervals(0)[1].Low), float64(want.Low), 40)
	if i := joined.Difference(2, 1); math.IsInf(float64(i.High), 0) || math.IsInf(float64(i.Low), 0) {
		t.Errorf("among the other players: %v", i)
	}
	// Sampling does not change the results of a tournament with one-sided games.
	once := slices.Concat(mixed(0, 1, 20), mixed(1, 2, 20), []Game{{3, 0, 1, 0}})
	s, err = Bootstrap(4, once, 0, 100, rand.New(rand.NewPCG(1, 1)))
	if want := fit(t, 4, once, 0).Intervals(0); err != nil || s.Elo[3] != want[3] {
		t.Errorf("bootstrap %v, %v; want %v", s, err, want)
	}
	finite := fit(t, 3, slices.Concat(mixed(0, 1, 30), mixed(1, 2, 30)), 0).Difference(2, 1)
	among := joined.Difference(2, 1)
	near(t, "the prior's reach", float64(among.High-among.Low), float64(finite.High-finite.Low), 3)
}

// TestChain checks that ratings stay finite and in order in a long chain, in which each player
// beats all players below it.
func TestChain(t *testing.T) {
	const players = 12
	var games []Game
	for i := range players {
		for j := range i {
			games = append(games, slices.Concat(match(i, j, 0, 1), match(i, j, 1, 1))...)
		}
	}
	r := fit(t, players, games, 0)
	for k := 1; k < players; k++ {
		if r.Elo[k] <= r.Elo[k-1] {
			t.Errorf("player %d has %v, below %v", k, r.Elo[k], r.Elo[k-1])
		}
	}
	for k, i := range r.Intervals(0)[1:] {
		if !math.IsInf(float64(i.High), 1) || math.IsInf(float64(i.Low), -1) && k > 0 || i.Estimate < i.Low {
			t.Errorf("player %d: %v, estimate %v", k+1, i, float64(i.Estimate))
		}
	}
}

func TestDisconnected(t *testing.T) {
	games := slices.Concat(mixed(0, 1, 4), mixed(4, 2, 4))
	r := fit(t, 5, games, 1)
	if want := []int{1, 1, 2, 3, 2}; !slices.Equal(r.Component, want) {
		t.Errorf("components %v, want %v", r.Component, want)
	}
	if i := r.Intervals(0)[4]; i.String() != "anything" {
		t.Errorf("not connected: %v", i)
	}
	if s := r.Superiority(4, 0); s != 0.5 {
		t.Errorf("likelihood of superiority is %v", s)
	}
	s, err := Bootstrap(5, games, 1, 100, rand.New(rand.NewPCG(1, 1)))
	if err != nil || s.Elo[4].String() != "anything" {
		t.Errorf("bootstrap %v, %v", s, err)
	}
	var texts []string
	for _, w := range r.Warnings([]string{"a", "b", "c", "d", "e"}) {
		texts = append(texts, w.String())
	}
	for _, want := range []string{"connects c, e with b", "connects d with b",
		"a (4), b (4), c (4), d (0), e (4)"} {
		if !strings.Contains(strings.Join(texts, "\n"), want) {
			t.Errorf("warnings %q, want %q", texts, want)
		}
	}
}

func TestOneWayText(t *testing.T) {
	games := slices.Concat(mixed(0, 1, 4), match(2, 0, 0, 1), match(2, 1, 0, 1))
	warnings := fit(t, 3, games, 0).Warnings([]string{"a", "b", "c"})
	if !strings.HasPrefix(warnings[0].Text, "c won every game against a, b: ") || len(warnings) != 2 {
		t.Errorf("warnings %v", warnings)
	}
}

// TestFitOfAnything fits arbitrary games. The ratings must be finite and inside their intervals.
// The fit must need the prior exactly if the likelihood itself, with a tiny ridge, is flat in some
// direction.
func TestFitOfAnything(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	priors := 0
	for number := range 600 {
		players := 2 + rng.IntN(5)
		var games []Game
		for range rng.IntN(16) {
			first := rng.IntN(players)
			second := (first + 1 + rng.IntN(players-1)) % players
			games = append(games, Game{First: first, Second: second,
				Score: float64(rng.IntN(3)) / 2, Pair: rng.IntN(3)})
		}
		r := fit(t, players, games, rng.IntN(players))
		for k, i := range slices.Concat(r.Intervals(0), []result.Interval{r.FirstInterval()}) {
			if !(i.Low <= i.Estimate && i.Estimate <= i.High) || math.Abs(float64(i.Estimate)) > 4000 {
				t.Fatalf("tournament %d, %v: parameter %d of %v is %v with %v", number, games, k, r.Elo,
					float64(i.Estimate), i)
			}
		}
		if len(games) == 0 {
			continue
		}
		l := newLikelihood(players, r.data.pairings, r.reference)
		l.ridge = ridge
		flattest := slices.Clone(r.parameters)
		if err := l.maximise(flattest); err != nil {
			t.Fatal(err)
		}
		l.evaluate(flattest)
		var eigen mat.EigenSym
		if !eigen.Factorize(l.information, false) {
			t.Fatal("no eigenvalues")
		}
		if flat := eigen.Values(nil)[0] < 1e-6; flat != r.Prior {
			t.Fatalf("tournament %d, %v: least curvature %g, prior is %v", number, games,
				eigen.Values(nil)[0], r.Prior)
		}
		if r.Prior {
			priors++
		}
	}
	if priors < 100 || priors > 500 {
		t.Errorf("%d tournaments need the prior, want many and not all", priors)
	}
}
