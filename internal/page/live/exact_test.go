package live

import (
	"encoding/json"
	"testing"

	"epaminondas/internal/training/runs"
)

func TestExactSharesOfAPoint(t *testing.T) {
	p := newMeasurement(runs.Marker{}, map[string]float64{
		"exact_positions": 100, "exact_policy_mistakes": 25, "exact_played_positions": 50, "exact_played_mistakes": 20,
	})
	if p.Exact == nil || p.Exact.Rate != 0.25 || p.ExactPlayed == nil || p.ExactPlayed.Rate != 0.4 {
		t.Errorf("the shares are %+v and %+v", p.Exact, p.ExactPlayed)
	}
	if p := newMeasurement(runs.Marker{}, map[string]float64{"exact_positions": 100}); p.Exact == nil || p.ExactPlayed != nil {
		t.Errorf("a run of an earlier version has the shares %+v and %+v", p.Exact, p.ExactPlayed)
	}
}

func TestExactFiguresOfAReport(t *testing.T) {
	for text, want := range map[string]string{
		`{"model":"a","simulations":8,"policy":{"all":1},"search":{"all":2}}`:                                                  `{"model":"a","simulations":8,"policy":1,"search":2}`,
		`{"model":"a","simulations":8,"policy":{"all":1},"search":{"all":2},"played":{"policy":{"all":3},"search":{"all":4}}}`: `{"model":"a","simulations":8,"policy":1,"search":2,"played":{"policy":3,"search":4}}`,
	} {
		var kept savedExact
		if err := json.Unmarshal([]byte(text), &kept); err != nil {
			t.Fatal(err)
		}
		if told, err := json.Marshal(kept.told()); err != nil || string(told) != want {
			t.Errorf("%s is told as %s, %v", text, told, err)
		}
	}
}
