package learning

import (
	"math"
	"testing"
	"time"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
)

func TestSchedule(t *testing.T) {
	s := Schedule{config.Train{Steps: 1000, Duration: config.Duration(time.Hour), Cooldown: 0.25}}
	for _, test := range []struct {
		step     int64
		elapsed  time.Duration
		progress float64
		rate     float64
		phase    runs.Phase
	}{
		{0, 0, 0, 1, runs.Constant},
		{500, 0, 0.5, 1, runs.Constant},
		{100, 30 * time.Minute, 0.5, 1, runs.Constant},
		{750, 0, 0.75, 1, runs.Cooldown},
		{875, time.Minute, 0.875, 0.5, runs.Cooldown},
		{999, 0, 0.999, minRate, runs.Cooldown},
		{1000, 0, 1, minRate, runs.Final},
		{10, 2 * time.Hour, 1, minRate, runs.Final},
	} {
		progress := s.Progress(test.step, test.elapsed)
		if math.Abs(progress-test.progress) > 1e-9 || math.Abs(s.Rate(progress)-test.rate) > 1e-9 ||
			s.Phase(progress) != test.phase {
			t.Errorf("step %d after %v: progress %g, rate %g, %s; want %g, %g, %s", test.step, test.elapsed,
				progress, s.Rate(progress), s.Phase(progress), test.progress, test.rate, test.phase)
		}
	}
	for _, progress := range []float64{0, 0.99, 1} {
		if rate := (Schedule{config.Train{Steps: 10}}).Rate(progress); rate != 1 {
			t.Errorf("without a cooldown the rate at %g is %g", progress, rate)
		}
	}
}
