package rating

import (
	"math"
	"testing"
)

// duel appends pairs of games between i and j. First i wins as many pairs as won says, and then it
// loses as many as lost says.
func duel(games []Game, i, j, won, lost int) []Game {
	for pair := range won + lost {
		score := 1.0
		if pair >= won {
			score = 0
		}
		games = append(games, Game{First: i, Second: j, Score: score, Pair: pair},
			Game{First: j, Second: i, Score: 1 - score, Pair: pair})
	}
	return games
}

// TestReferenceWhereNobodyLosesToTheAnchor lets player 0 lose every game, so no distance to it has
// an upper bound. The distances among the other players must be the same as without player 0.
func TestReferenceWhereNobodyLosesToTheAnchor(t *testing.T) {
	var games []Game
	for other := 1; other <= 3; other++ {
		games = duel(games, other, 0, 10, 0)
	}
	games = duel(games, 1, 2, 6, 14)
	games = duel(games, 2, 3, 9, 11)
	games = duel(games, 1, 3, 5, 15)
	r, err := Fit(4, games, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, interval := range r.Intervals(0) {
		if i > 0 && !math.IsInf(float64(interval.High), 1) {
			t.Errorf("player %d: %v, although no player loses to the anchor", i, interval)
		}
	}
	reference := r.Reference()
	if reference != 1 {
		t.Fatalf("the reference is %d, want 1, the closest player of the largest group", reference)
	}
	for i, interval := range r.Intervals(reference) {
		difference := r.Difference(i, reference)
		near(t, "estimate", float64(interval.Estimate), float64(r.Elo[i]), 1e-6)
		if i > 0 {
			near(t, "low", float64(interval.Low), float64(r.Elo[reference]+difference.Low), 1e-6)
			near(t, "high", float64(interval.High), float64(r.Elo[reference]+difference.High), 1e-6)
		}
	}
}

// TestReferenceIsTheAnchor checks that the anchor is the reference if it is in the largest group,
// and that intervals are relative to it.
func TestReferenceIsTheAnchor(t *testing.T) {
	games := duel(duel(duel(nil, 0, 1, 6, 14), 1, 2, 9, 11), 2, 3, 20, 0)
	r, err := Fit(4, games, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Reference(); got != 0 {
		t.Errorf("the reference is %d, want the anchor", got)
	}
	for i, got := range r.Intervals(0) {
		if want := r.Difference(i, 0); got != want {
			t.Errorf("player %d: %v, want %v", i, got, want)
		}
	}
}
