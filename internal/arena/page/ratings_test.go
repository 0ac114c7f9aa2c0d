package page

import (
	"math"
	"reflect"
	"testing"

	"epaminondas/internal/rating"
)

func TestRanking(t *testing.T) {
	inf := rating.Elo(math.Inf(1))
	order := ranking([]Player{
		{Name: "unknown", Rating: rating.Interval{Estimate: 500, Low: -inf, High: inf}},
		{Name: "beaten", Rating: rating.Interval{Estimate: -inf, Low: -inf, High: -20}},
		{Name: "zero"},
		{Name: "equal, but scores", Wins: 1},
		{Name: "invincible", Rating: rating.Interval{Estimate: inf, Low: 50, High: inf}},
	})
	if want := []int{4, 3, 2, 1, 0}; !reflect.DeepEqual(order, want) {
		t.Errorf("ranking %v, want %v", order, want)
	}
}
