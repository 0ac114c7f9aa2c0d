package loop

import (
	"testing"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/learning"
	"epaminondas/internal/training/runs"
)

// TestOrigin checks from which checkpoint a run goes on, by its budget in steps.
func TestOrigin(t *testing.T) {
	budget := func(steps int64) config.Train { return config.Train{Steps: steps, Cooldown: 0.25} }
	row := func(id, step int64, phase runs.Phase) runs.Checkpoint {
		return runs.Checkpoint{ID: id, Step: step, Phase: phase, Budget: budget(1000).Budget()}
	}
	registry := []runs.Checkpoint{
		row(1, 0, runs.Constant), row(2, 700, runs.Constant), row(3, 750, runs.Constant),
		row(4, 900, runs.Cooldown), row(5, 1000, runs.Cooldown), row(6, 1000, runs.Final),
	}
	for _, test := range []struct {
		name   string
		steps  int64
		known  int
		from   int64 // 0 for a refusal
		branch int
	}{
		{"finished", 1000, 6, 6, 0},
		{"killed in the last match", 1000, 5, 5, 0},
		{"interrupted in the cooldown", 1000, 4, 4, 0},
		{"interrupted before it", 1000, 3, 3, 0},
		{"just begun", 1000, 1, 1, 0},
		{"finished, then given a little more", 1200, 6, 3, 1},
		{"finished, then given twice as much", 2000, 6, 3, 1},
		{"finished, then given less", 900, 6, 6, 0},
		{"cooling down, then given more", 1200, 4, 3, 1},
		{"cooling down, then given less", 850, 4, 0, 0},
		{"constant, then given more", 2000, 2, 2, 0},
		{"constant, then given a little less", 950, 2, 2, 0},
		{"constant, then given less than was spent", 700, 2, 0, 0},
	} {
		c := config.Config{Train: budget(test.steps)}
		l := &loop{config: c, schedule: learning.Schedule{Train: c.Train}, run: &runs.Run{}}
		from, err := l.origin(registry[:test.known])
		if from.ID != test.from || (err == nil) != (test.from != 0) {
			t.Errorf("%s: goes on from %d, %v; want %d", test.name, from.ID, err, test.from)
		}
		if err == nil && (l.branch != test.branch || l.trunk.ID != min(3, int64(test.known))) {
			t.Errorf("%s: branch %d, trunk %d", test.name, l.branch, l.trunk.ID)
		}
	}
}
