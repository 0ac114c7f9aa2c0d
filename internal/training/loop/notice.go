package loop

import (
	"context"
	"fmt"
	"math"

	"epaminondas/replay"
)

// notice tells the observer that something is wrong, after it was told where the run stands.
func (l *loop) notice(text string) {
	if !l.told {
		l.notices = append(l.notices, text)
		return
	}
	l.observe(func(o Observer) { o.Notice(text) })
}

// follow lets the learner learn from all games in the store that it has not seen.
func (l *loop) follow(ctx context.Context) error { return l.followTo(ctx, math.MaxInt64) }

// followTo is follow for the games with ids up to last.
func (l *loop) followTo(ctx context.Context, last int64) error {
	damaged, err := l.learner.followTo(ctx, l.store, last)
	l.tellSetAside(damaged)
	return err
}

// tellSetAside says that games were set aside just now.
func (l *loop) tellSetAside(damaged []replay.Damaged) {
	if len(damaged) > 0 {
		l.notice(fmt.Sprintf("%d damaged games are set aside, such as %v", len(damaged), damaged[0]))
	}
}

// tellLost says that the window has come back without some of its positions.
func (l *loop) tellLost(positions int) {
	l.tellSetAside(l.learner.sampler.Damaged())
	if positions > 0 {
		l.notice(fmt.Sprintf("%d positions of the training window are lost, because their games are "+
			"damaged or gone", positions))
	}
}

// tellDamaged says how many games are set aside in all, if any are.
func (l *loop) tellDamaged(ctx context.Context) error {
	list, err := l.store.Damaged(ctx)
	if err == nil && len(list) > 0 {
		l.notice(fmt.Sprintf("%d games of the run are set aside as damaged: \"train repair --run %s\" "+
			"lists them", len(list), l.run.Dir))
	}
	return err
}
