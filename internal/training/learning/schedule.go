package learning

import (
	"errors"
	"math"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
)

// Schedule is the learning rate over the budget of a run. It is constant at first and falls to
// almost 0 in the cooldown, the last share of the budget.
type Schedule struct{ config.Train }

// Of returns the share of the budget that is spent at a checkpoint.
func (s Schedule) Of(c runs.Checkpoint) float64 {
	return s.Progress(c.Step, s.Time(c.Elapsed, c.Processor.Used))
}

// Countable returns an error if the budget is in processor time, but the run did not count its
// processor time.
func (s Schedule) Countable(c runs.Checkpoint) error {
	if s.Clock != config.ProcessorClock || s.Duration == 0 || c.Processor.Counted {
		return nil
	}
	return errors.New("an earlier version of the program trained it and did not count the processor " +
		"time: give the budget in wall time, train.clock=wall")
}

// minRate is the factor at the end of the cooldown. It is above 0, because steps at rate 0 would be
// useless.
const minRate = 0.02

// Rate returns the factor on the learning rate, more than 0 and at most 1.
func (s Schedule) Rate(progress float64) float64 {
	if s.Cooldown == 0 || progress < 1-s.Cooldown {
		return 1
	}
	return min(max((1-progress)/s.Cooldown, minRate), 1)
}

// Phase returns the part of the schedule at a spent share of the budget.
func (s Schedule) Phase(progress float64) runs.Phase {
	switch {
	case progress >= 1:
		return runs.Final
	case progress < 1-s.Cooldown:
		return runs.Constant
	}
	return runs.Cooldown
}

// leastCooldown is the least number of steps of the cooldown, as a share of the steps that it would
// have at constant speed.
const leastCooldown = 0.25

// LeastCooldown returns the least number of steps of a cooldown that begins at the given step. A
// cooldown has fewer steps if its time ends too early, for example because no games came.
func (s Schedule) LeastCooldown(step int64) int64 {
	if s.Cooldown <= 0 || s.Cooldown >= 1 {
		return 0
	}
	return int64(math.Ceil(leastCooldown * float64(step) * s.Cooldown / (1 - s.Cooldown)))
}

// LateRate returns the factor on the learning rate in a cooldown that counts steps instead of time. done
// is the share of its steps that are over.
func (s Schedule) LateRate(done float64) float64 { return s.Rate(1 - s.Cooldown*(1-done)) }

// Landable reports whether a run that resumes at progress has enough budget left for the cooldown.
func (s Schedule) Landable(progress float64) bool { return progress <= 1-s.Cooldown/2 }
