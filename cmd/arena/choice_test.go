package main

import (
	"slices"
	"testing"
	"time"

	"epaminondas/internal/training/runs"
)

// TestChoice checks which checkpoints of a run play.
func TestChoice(t *testing.T) {
	var registry []runs.Checkpoint
	for _, step := range []int64{0, 100, 200, 300, 400, 500, 600, 700, 800, 850, 850} {
		registry = append(registry, runs.Checkpoint{Step: step})
	}
	for _, c := range []struct {
		choice choice
		want   []int
	}{
		{choice{Every: new(1)}, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
		{choice{}, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
		{choice{Every: new(4)}, []int{0, 4, 8, 10}},
		{choice{Doublings: 1}, []int{4, 10}},
		{choice{Doublings: 3}, []int{1, 2, 4, 10}},
		{choice{Doublings: 40}, []int{0, 1, 2, 4, 10}},
	} {
		if err := c.choice.validate(); err != nil {
			t.Errorf("%+v: %v", c.choice, err)
		}
		if got := c.choice.of(registry); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.choice, got, c.want)
		}
	}
	for i := range registry { // the second half of the steps took nine times the time of the first
		seconds := min(registry[i].Step, 425) + 9*max(registry[i].Step-425, 0)
		registry[i].Processor = runs.Processor{Counted: true, Used: time.Duration(seconds) * time.Second}
	}
	if got := (choice{Doublings: 2}).of(registry); !slices.Equal(got, []int{5, 6, 10}) {
		t.Errorf("by processor time: %v", got)
	}
	for _, wrong := range []choice{{Every: new(-1)}, {Doublings: -1}, {Doublings: 41},
		{Every: new(1), Doublings: 1}} {
		if wrong.validate() == nil {
			t.Errorf("%+v is accepted", wrong)
		}
	}
}
