package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"epaminondas/internal/match/result"
)

func TestCrosstable(t *testing.T) {
	games := []Game{
		{0, 1, 1, 0}, {1, 0, 0.5, 0}, // 1.5 of 0
		{0, 1, 0, 1}, {1, 0, 1, 1}, // 0
		{0, 1, 0, 2},               // half a pair
		{0, 1, 1, 3}, {0, 1, 1, 3}, // colours not exchanged
		{2, 0, 0.5, 0}, {0, 2, 0.5, 0},
	}
	r := fit(t, 3, games, 0)
	table := r.Crosstable()
	cell, back := table[0][1], table[1][0]
	if cell.Wins != 3 || cell.Draws != 1 || cell.Losses != 3 || cell.Points() != 3.5 ||
		cell.Score() != 0.5 || cell.Games() != 7 {
		t.Errorf("cell %+v", cell)
	}
	if want := (result.Pairs{0: 1, 3: 1}); cell.Pairs != want {
		t.Errorf("pairs %v, want %v", cell.Pairs, want)
	}
	if want := (result.Pairs{1: 1, 4: 1}); back.Pairs != want || back.Wins != 3 || back.Losses != 3 {
		t.Errorf("for the opponent %+v", back)
	}
	near(t, "points to expect", cell.Expected+back.Expected, 7, 1e-12)
	near(t, "residuals", cell.Residual, -back.Residual, 0)
	// At the maximum each player's points equal the expected points.
	for k, row := range table {
		points, expected := 0.0, 0.0
		for _, c := range row {
			points, expected = points+c.Points(), expected+c.Expected
		}
		near(t, "points of a player", points, expected, 1e-9)
		if row[k] != (Cell{}) {
			t.Errorf("player %d against itself: %+v", k, row[k])
		}
	}
}

// TestPairsOfOthers checks that the same pair number of other players is another pair.
func TestPairsOfOthers(t *testing.T) {
	if n := newDataset(3, slices.Concat(match(0, 1, 0, 1), match(1, 2, 0, 1),
		match(0, 2, 0, 1), match(2, 0, 1, 1))).pairs; n != 4 {
		t.Errorf("%d pairs, want 4", n)
	}
}

// TestResiduals checks that residuals have mean 0 and variance 1 under the model.
func TestResiduals(t *testing.T) {
	w := world{elo: []float64{0, 100, 200, 50}, first: 60}
	rng := rand.New(rand.NewPCG(8, 1))
	sum, square, n := 0.0, 0.0, 0.0
	for range 200 {
		table := fit(t, 4, w.play(rng, 15), 0).Crosstable()
		for i := range table {
			for j := range i {
				x := table[i][j].Residual
				sum, square, n = sum+x, square+x*x, n+1
			}
		}
	}
	near(t, "mean", sum/n, 0, 0.1)
	near(t, "variance", square/n, 1, 0.1)
}

// TestResidualStandsOut checks that a result that ratings cannot explain has a large residual.
func TestResidualStandsOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	games := slices.Concat(circleGames(rng, 0.8, 40), mixed(0, 3, 40), mixed(1, 3, 40), mixed(2, 3, 40))
	table := fit(t, 4, games, 0).Crosstable()
	for _, link := range [][2]int{{0, 1}, {1, 2}, {2, 0}} {
		if x := table[link[0]][link[1]].Residual; x < 3 {
			t.Errorf("%v: residual %v, want above 3", link, x)
		}
	}
	if x := math.Abs(table[0][3].Residual); x > 2 {
		t.Errorf("residual %v, want a small one", x)
	}
}

// circleGames returns games of three players in which each wins a pair against the next one with
// the given chance.
func circleGames(rng *rand.Rand, chance float64, pairs int) []Game {
	var games []Game
	for i := range 3 {
		for k := range pairs {
			score := 0.0
			if rng.Float64() < chance {
				score = 1
			}
			games = append(games, match(i, (i+1)%3, k, score)...)
		}
	}
	return games
}

func TestIntransitive(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e", "f"}
	circle := func(games []Game) (found []result.Warning) {
		for _, w := range fit(t, 6, games, 0).Warnings(names) {
			if w.Kind == result.Intransitive {
				found = append(found, w)
			}
		}
		return found
	}
	rng := rand.New(rand.NewPCG(8, 3))
	found := circle(circleGames(rng, 0.8, 40))
	if len(found) != 1 || !strings.HasPrefix(found[0].Text,
		"a beats b, b beats c and c beats a (p = ") || found[0].P > 0.025 || found[0].P <= 0 {
		t.Errorf("a circle: %v", found)
	}
	backwards := circleGames(rng, 0.2, 40)
	if found := circle(backwards); len(found) != 1 ||
		!strings.HasPrefix(found[0].Text, "c beats b, b beats a and a beats c") {
		t.Errorf("backwards: %v", found)
	}
	// Equal players often form circles by chance; the test reports hardly any of them.
	level := world{elo: make([]float64, 6), first: 40}
	var wrong share
	for range 100 {
		wrong.count(len(circle(level.play(rng, 20))) > 0)
	}
	wrong.within(t, "circles of level players reported", 0, 0.05)
}
