package loop

import (
	"context"
	"fmt"
	"math"
	"time"

	"epaminondas/internal/base/noun"
	"epaminondas/replay"
)

// notice tells the observer that something is wrong. Before Resumed it only keeps the text.
func (l *loop) notice(text string) {
	if !l.told {
		l.notices = append(l.notices, text)
		return
	}
	l.observe(func(o Observer) { o.Notice(text) })
}

// followSlice is the time after which follow pauses to show its progress, and to tell other
// processes that the trainer runs.
const followSlice = 300 * time.Millisecond

// follow adds all new games in the store to the learner.
func (l *loop) follow(ctx context.Context) error { return l.followTo(ctx, math.MaxInt64) }

// followTo is follow for games with ids up to last.
func (l *loop) followTo(ctx context.Context, last int64) error {
	for more := true; more; {
		var err error
		if more, err = l.followSome(ctx, last); err != nil {
			return err
		}
	}
	return nil
}

// followSome is followTo for as many games as it can read in the time followSlice. more means that
// it has not read all games.
func (l *loop) followSome(ctx context.Context, last int64) (more bool, err error) {
	f, err := l.learner.follow(ctx, l.store, last, followSlice)
	l.tellSetAside(f.Damaged)
	if f.More {
		l.observe(func(o Observer) { o.Doing("games read", int(f.Next-1), int(f.Newest)) })
	}
	return f.More, err
}

// tellPause sends a notice about a time in which the process did not run.
func (l *loop) tellPause(length time.Duration) {
	l.notice(fmt.Sprintf("the process did not run for %v, as after Ctrl-Z or while the machine sleeps: this "+
		"time does not count", length.Round(time.Second)))
}

// tellSetAside sends a notice about games that were just set aside.
func (l *loop) tellSetAside(damaged []replay.Damaged) {
	if len(damaged) > 0 {
		l.notice(fmt.Sprintf("%s set aside, for example %v",
			noun.Count(len(damaged), "damaged game is", "damaged games are"), damaged[0]))
	}
}

// tellLost sends a notice if the restored window lacks some of its positions.
func (l *loop) tellLost(positions int) {
	l.tellSetAside(l.learner.sampler.Damaged())
	if positions > 0 {
		l.notice(fmt.Sprintf("%s of the training window %s lost, because a game is damaged or gone",
			noun.Count(positions, "position"), noun.Form(positions, "is", "are")))
	}
}

// tellDamaged sends a notice with the number of games set aside, if there are any.
func (l *loop) tellDamaged(ctx context.Context) error {
	list, err := l.store.Damaged(ctx)
	if err == nil && len(list) > 0 {
		l.notice(fmt.Sprintf("%s of the run %s set aside as damaged: \"train repair --run %s\" "+
			"lists %s", noun.Count(len(list), "game"), noun.Form(len(list), "is", "are"), l.run.Dir,
			noun.Form(len(list), "it", "them")))
	}
	return err
}
