package serve

import (
	"reflect"
	"testing"

	"epaminondas/internal/engine/solve"
	"epaminondas/internal/match/result"
	"epaminondas/internal/training/runs"
)

func TestExactSharesOfAPoint(t *testing.T) {
	p := newMeasurement(runs.Marker{}, map[string]float64{
		"exact_positions": 100, "exact_policy_mistakes": 25, "exact_played_positions": 50,
		"exact_played_mistakes": 20,
	})
	if p.Exact == nil || p.Exact.Rate != 0.25 || p.ExactPlayed == nil || p.ExactPlayed.Rate != 0.4 {
		t.Errorf("the shares are %+v and %+v", p.Exact, p.ExactPlayed)
	}
	if p := newMeasurement(runs.Marker{}, map[string]float64{"exact_positions": 100}); p.Exact == nil ||
		p.ExactPlayed != nil {
		t.Errorf("a run of an earlier version has the shares %+v and %+v", p.Exact, p.ExactPlayed)
	}
}

func TestSummaryOfAReport(t *testing.T) {
	figures := func(mistakes int) solve.MistakeCounts {
		return solve.MistakeCounts{All: solve.NewShare(100, mistakes)}
	}
	r := &runs.Report{
		Step:    20,
		Matches: []*result.Match{{B: "random", Total: result.Tally{Wins: 3, Draws: 2, Losses: 1}}},
		Exact: []*result.Exact{
			{Model: "a", Simulations: 8, Policy: figures(1), Search: figures(2)},
			{Model: "b", Played: &result.ExactPlayed{Policy: figures(3), Search: figures(4)}},
		},
	}
	want := &Report{
		Step:    20,
		Matches: []ReportMatch{{Against: "random", Wins: 3, Draws: 2, Losses: 1}},
		Exact: []ReportExact{
			{Model: "a", Simulations: 8, Policy: solve.NewShare(100, 1), Search: solve.NewShare(100, 2)},
			{Model: "b", Played: &ReportPlayed{Policy: solve.NewShare(100, 3),
				Search: solve.NewShare(100, 4)}},
		},
	}
	if got := summarize(r); !reflect.DeepEqual(got, want) {
		t.Errorf("the page is told %+v, want %+v", got, want)
	}
}
