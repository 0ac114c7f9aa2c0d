package loop

import (
	"time"

	"epaminondas/internal/run"
)

// schedule is the learning rate over the budget of a run: constant, then falling to nothing in the last share,
// so that it always lands, however long the run was told to be.
type schedule struct {
	steps    int64
	duration time.Duration
	cooldown float64
}

func newSchedule(t run.Train) schedule {
	return schedule{steps: t.Steps, duration: time.Duration(t.Duration), cooldown: t.Cooldown}
}

// progress returns the spent share of the budget, 0 to 1: of the steps or of the time, whichever is ahead.
func (s schedule) progress(step int64, elapsed time.Duration) float64 {
	var spent float64
	if s.steps > 0 {
		spent = float64(step) / float64(s.steps)
	}
	if s.duration > 0 {
		spent = max(spent, elapsed.Seconds()/s.duration.Seconds())
	}
	return min(spent, 1)
}

// minRate is the factor at the very end of the cooldown: steps at rate 0 would be wasted.
const minRate = 0.02

// rate returns the factor on the learning rate, more than 0 and at most 1.
func (s schedule) rate(progress float64) float64 {
	if s.cooldown == 0 || progress < 1-s.cooldown {
		return 1
	}
	return min(max((1-progress)/s.cooldown, minRate), 1)
}

// phase returns the part of the schedule at a spent share of the budget.
func (s schedule) phase(progress float64) run.Phase {
	switch {
	case progress >= 1:
		return run.Final
	case progress < 1-s.cooldown:
		return run.Constant
	}
	return run.Cooldown
}

// landable reports whether enough of the budget is left for the cooldown, were the run to go on at progress.
func (s schedule) landable(progress float64) bool { return progress <= 1-s.cooldown/2 }
