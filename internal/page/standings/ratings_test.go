package standings

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/match/result"
)

func TestRanking(t *testing.T) {
	inf := result.Elo(math.Inf(1))
	order := ranking([]Player{
		{Name: "unknown", Rating: result.Interval{Estimate: 500, Low: -inf, High: inf}},
		{Name: "beaten", Rating: result.Interval{Estimate: -inf, Low: -inf, High: -20}},
		{Name: "zero"},
		{Name: "equal, but scores", Wins: 1},
		{Name: "invincible", Rating: result.Interval{Estimate: inf, Low: 50, High: inf}},
	})
	if want := []int{4, 3, 2, 1, 0}; !reflect.DeepEqual(order, want) {
		t.Errorf("ranking %v, want %v", order, want)
	}
}

// After a bootstrap the page also has its intervals.
func TestSampledInterval(t *testing.T) {
	d := &Data{Title: "t", Players: []Player{{Name: "a"},
		{Name: "b", Rating: result.Interval{Estimate: 30, Low: 10, High: 50}}}}
	d.Rules, _ = game.ParseRules("crossings")
	for sampled, want := range map[result.Interval]int{{}: 0, {Estimate: 30, Low: 12, High: 56}: 2} {
		d.Players[1].Sampled = sampled
		var out strings.Builder
		if err := Write(&out, d); err != nil {
			t.Fatal(err)
		}
		n := strings.Count(out.String(), `title="bootstrap: &#43;12 to &#43;56"`) +
			strings.Count(out.String(), "its bootstrap interval")
		if n != want {
			t.Errorf("%v is told in %d places, want %d", sampled, n, want)
		}
	}
}
