package loop

import (
	"context"
	"fmt"
	"time"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/training/runs"
)

// land makes the missing steps of a cooldown that is too short, because without a cooldown the
// weights are much weaker. The budget is already spent. A cooldown is too short if steps became
// slow, or if no games came for a time.
func (l *loop) land(ctx context.Context) error {
	from := l.trunk.Step // the cooldown began here
	least := l.schedule.LeastCooldown(from)
	steps := l.learner.trainer.Steps
	if steps()-from >= least || !l.learner.drawable() {
		return nil
	}
	began := l.timer.clocks.wall()
	l.notice(fmt.Sprintf("the budget is spent, but the cooldown has only %d of at least %s: training goes on "+
		"until it has them", steps()-from, noun.Count(least, "step")))
	for steps()-from < least {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := l.stepAt(ctx, l.schedule.LateRate(float64(steps()-from)/float64(least))); err != nil {
			return err
		}
		l.observe(func(o Observer) { o.Doing("steps of the cooldown", int(steps()-from), int(least)) })
		if l.cycleEnds() {
			if err := l.saveAs(ctx, runs.Cooldown); err != nil {
				return err
			}
		}
	}
	l.notice(fmt.Sprintf("the cooldown took %v more than the budget",
		l.timer.clocks.wall().Sub(began).Round(time.Second/10)))
	return nil
}
