package engine

import (
	"testing"
	"time"

	"epaminondas/game"
)

// TestRest checks how long a search may go on. All searches have a soft budget of 1 s and a hard
// budget of 2 s.
func TestRest(t *testing.T) {
	const ms = time.Millisecond
	type sight struct {
		spent time.Duration
		best  game.Move
		want  time.Duration
	}
	for name, sights := range map[string][]sight{
		"steady":         {{0, 1, 1000 * ms}, {300 * ms, 1, 700 * ms}, {1000 * ms, 1, 0}},
		"changes":        {{100 * ms, 1, 1500 * ms}, {500 * ms, 1, 500 * ms}},
		"changes late":   {{0, 1, 1000 * ms}, {900 * ms, 2, 700 * ms}, {1385 * ms, 2, -85 * ms}},
		"changes back":   {{0, 1, 1000 * ms}, {500 * ms, 2, 1100 * ms}, {800 * ms, 1, 800 * ms}},
		"a little later": {{0, 1, 1000 * ms}, {500 * ms, 2, 1100 * ms}, {1000 * ms, 2, 171 * ms}},
	} {
		var m TimeManager
		m.Begin(at(t, "crossings", 4), Budget{time.Second, 2 * time.Second})
		for i, s := range sights {
			if got := m.Rest(SearchStatus{Spent: s.spent, Best: s.best}); (got - s.want).Abs() > ms {
				t.Errorf("%s, sight %d: %v, want %v", name, i, got, s.want)
			}
		}
	}
}

// TestRestAfterADrop checks that a value below the value of the last move of the game gives time.
func TestRestAfterADrop(t *testing.T) {
	for name, test := range map[string]struct {
		ply           int
		before, value float32
		hard, want    time.Duration
	}{
		"rises":       {6, 0.1, 0.5, 2 * time.Second, time.Second},
		"noise":       {6, 0.1, 0.07, 2 * time.Second, time.Second},
		"drops":       {6, 0.1, -0.03, 2 * time.Second, 1300 * time.Millisecond},
		"drops far":   {6, 0.1, -1, 2 * time.Second, 1600 * time.Millisecond},
		"hard budget": {6, 0.1, -1, 1200 * time.Millisecond, 1200 * time.Millisecond},
		"other game":  {2, 0.1, -1, 2 * time.Second, time.Second},
		"other side":  {5, 0.1, -1, 2 * time.Second, time.Second},
	} {
		var m TimeManager
		m.Begin(at(t, "crossings", 4), Budget{time.Second, 2 * time.Second})
		m.Rest(SearchStatus{Value: test.before})
		m.Begin(at(t, "crossings", test.ply), Budget{time.Second, test.hard})
		if got := m.Rest(SearchStatus{Value: test.value}); (got - test.want).Abs() > time.Millisecond {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
		m.Reset()
		m.Begin(at(t, "crossings", test.ply), Budget{time.Second, 2 * time.Second})
		if got := m.Rest(SearchStatus{Value: test.value}); got != time.Second {
			t.Errorf("%s, in a new game: %v, want 1s", name, got)
		}
	}
}
