package learning

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/training/config"
)

// Budget is the budget of a candidate. It is spent when the first of its bounds is reached; 0 means
// no bound.
type Budget struct {
	Steps     int64
	Processor time.Duration // for training steps: user and system time, over all cores
}

// schedule returns the learning rate over the budget.
func (b Budget) schedule(t config.Train) Schedule {
	t.Steps, t.Duration, t.Clock = b.Steps, config.Duration(b.Processor), config.ProcessorClock
	return Schedule{Train: t}
}

// Label returns the budget as a part of a file name, such as 15m or 2000.
func (b Budget) Label() string {
	if b.Processor == 0 {
		return fmt.Sprint(b.Steps)
	}
	return short(b.Processor)
}

// short writes a duration without zero parts at its end, such as 1h30m.
func short(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// checkBudgets returns an error unless there is a budget. Several budgets must rise and have the
// same kind of bound.
func checkBudgets(list []Budget) error {
	if len(list) == 0 {
		list = []Budget{{}}
	}
	for i, b := range list {
		switch {
		case b.Steps < 0 || b.Processor < 0:
			return fmt.Errorf("fit: the budget is %s and %v, want neither below 0",
				noun.Count(b.Steps, "step"),
				b.Processor)
		case b == Budget{}:
			return errors.New(
				"fit: the budget is 0, want a number of steps or a processor time, such as 10m")
		case len(list) > 1 && b.Steps > 0 && b.Processor > 0:
			return errors.New("fit: each of several budgets has steps and a time, want only steps or only a time")
		case i > 0 && (b.Steps < list[i-1].Steps || b.Processor < list[i-1].Processor || b == list[i-1]):
			return fmt.Errorf("fit: the budget %s comes after %s, want increasing budgets", b.Label(),
				list[i-1].Label())
		}
	}
	return nil
}
