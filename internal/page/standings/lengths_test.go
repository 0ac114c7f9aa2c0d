package standings

import (
	"fmt"
	"testing"

	"epaminondas/internal/match/record"
)

func TestHistogram(t *testing.T) {
	for _, test := range []struct {
		lengths []int
		want    string
	}{
		{[]int{4}, "mean 4, median 4: 4 plies: 1 game"},
		{[]int{9, 7, 10, 7}, "mean 8.25, median 8: 7 plies: 2 games; 8 plies: 0 games; 9 plies: 1 game; " +
			"10 plies: 1 game"},
		{[]int{1, 2, 60}, "mean 21, median 2: 0 to 1 plies: 1 game; 2 to 3 plies: 1 game; 60 to 61 " +
			"plies: 1 game"},
	} {
		var games []record.Game
		for _, n := range test.lengths {
			games = append(games, record.Game{Plies: make([]record.Ply, n)})
		}
		h := newHistogram(games)
		got := fmt.Sprintf("mean %s, median %s", h.Mean, h.Median)
		for i, b := range h.Bars {
			if len(h.Bars) < 10 || b.Height > 0 {
				got += map[bool]string{true: ": ", false: "; "}[i == 0] + b.Text
			}
		}
		if got != test.want {
			t.Errorf("%v: %s\nwant %s", test.lengths, got, test.want)
		}
	}
}
