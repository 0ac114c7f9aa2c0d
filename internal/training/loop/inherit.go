package loop

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/learning"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// mostMeasured is the number of positions that a run holds out for measurements. More positions
// cost time and hardly make the loss more exact.
const mostMeasured = 5000

// copiedAtOnce is the number of games that one transaction copies.
const copiedAtOnce = 256

// TryGames returns an error if a new run in dir could not begin with the games of the config's older
// run. It writes nothing. A run that has begun has the games already, or reads them again.
func TryGames(ctx context.Context, dir string, c config.Config) error {
	if c.Grow.From == "" {
		return nil
	}
	if _, err := os.Stat(runs.ConfigPath(dir)); err == nil {
		return nil
	}
	if err := runs.CheckOlder(ctx, c, dir); err != nil {
		return fmt.Errorf("loop: %w", err)
	}
	_, _, err := planInheritance(ctx, c)
	return err
}

// planInheritance chooses the newest games of the older run, as many as the window of the run may
// hold. It holds out only games near the end, because these games are the strongest. They come from
// the last window, or from more games if the measurements need more positions.
func planInheritance(ctx context.Context, c config.Config) (i runs.Inheritance, a *learning.StoredGames,
	err error) {
	if a, err = learning.Open(ctx, c.Grow.From, c.Grow.HeldOut); err != nil {
		return i, nil, fmt.Errorf("loop: grow: %w", err)
	}
	if a.Positions() == 0 {
		return i, nil, fmt.Errorf("loop: grow: %s has no searched positions to learn from", c.Grow.From)
	}
	games := a.Newest(mostCopied(a, c))
	window := a.Newest(max(c.Replay.Size(a.Positions()), int(mostMeasured/a.Share)))
	a.Bound(window, mostMeasured)
	i = runs.Inheritance{Run: c.Grow.Run, Next: games[0].ID, Last: games[len(games)-1].ID,
		HeldFrom: window[0].ID, Share: a.Share}
	learned, held := splitOlder(a, i)
	positions := learning.Positions(learned)
	i.Before = a.Positions() - positions
	switch {
	case positions < c.Replay.Min:
		err = fmt.Errorf("loop: grow: %s has %s to learn from, want at least %d, which "+
			"is replay.min: choose a run with more games", c.Grow.From,
			noun.Count(positions, "searched position"), c.Replay.Min)
	case len(held) < learning.FewestGames:
		err = fmt.Errorf("loop: grow: %s of %s %s held out, want at least %d: hold out a larger "+
			"share than %v (grow.held_out), or choose a run with more games",
			noun.Count(len(held), "game"), c.Grow.From, noun.Form(len(held), "is", "are"),
			learning.FewestGames, c.Grow.HeldOut)
	}
	return i, a, err
}

// mostCopied returns the largest number of positions to copy.
func mostCopied(a *learning.StoredGames, c config.Config) int {
	most := a.Positions()
	for _, bound := range []int{c.Grow.Positions, c.Replay.Max} {
		if bound > 0 {
			most = min(most, bound)
		}
	}
	return most
}

// splitOlder divides the games that remain to be copied into games to learn from and held-out
// games.
func splitOlder(a *learning.StoredGames, i runs.Inheritance) (learned, held []replay.Entry) {
	for _, e := range remaining(a, i) {
		if isHeldOut(a, i, e) {
			held = append(held, e)
		} else {
			learned = append(learned, e)
		}
	}
	return learned, held
}

// isHeldOut reports whether a game of the older run only measures.
func isHeldOut(a *learning.StoredGames, i runs.Inheritance, e replay.Entry) bool {
	return e.ID >= i.HeldFrom && a.HeldOut(e)
}

// remaining returns the games that are not copied yet, in the order of their ids.
func remaining(a *learning.StoredGames, i runs.Inheritance) (games []replay.Entry) {
	for _, e := range a.Entries {
		if e.ID >= i.Next && e.ID <= i.Last && e.Positions > 0 {
			games = append(games, e)
		}
	}
	return games
}

// inherit copies the games of the older run. After an interruption it continues with the next game.
// The result is empty if the config names no older run.
func (l *loop) inherit(ctx context.Context) (runs.Inheritance, error) {
	if l.config.Grow.From == "" {
		return runs.Inheritance{}, nil
	}
	i, begun, err := l.run.Inheritance(ctx)
	if err != nil || begun && i.Done() {
		return i, err
	}
	if err := runs.CheckOlder(ctx, l.config, l.run.Dir); err != nil {
		return i, fmt.Errorf("loop: the games of the older run are not all copied: %w", err)
	}
	var a *learning.StoredGames
	if begun {
		a, err = learning.Open(ctx, l.config.Grow.From, i.Share)
	} else {
		i, a, err = planInheritance(ctx, l.config)
	}
	if err != nil {
		return i, err
	}
	if i, err = l.copyGames(ctx, a, i); err == nil && i.Positions < l.config.Replay.Min {
		err = fmt.Errorf("loop: grow: only %s of %s could be copied, want at least %d, "+
			"which is replay.min", noun.Count(i.Positions, "searched position"), a.Dir,
			l.config.Replay.Min)
	}
	return i, err
}

// copyGames copies the remaining games.
func (l *loop) copyGames(ctx context.Context, a *learning.StoredGames, i runs.Inheritance) (runs.Inheritance,
	error) {
	games := remaining(a, i)
	task := "games copied from " + filepath.Base(a.Dir)
	for done := 0; !i.Done(); {
		part := games[done:min(done+copiedAtOnce, len(games))]
		learned, held, err := l.readOlder(ctx, a, i, part)
		if err != nil {
			return i, err
		}
		done += len(part)
		next := i.Last + 1
		if done < len(games) {
			next = games[done].ID
		}
		if i, err = l.run.Inherit(ctx, i, learned, held, next); err != nil {
			return i, err
		}
		l.observe(func(o Observer) { o.Doing(task, done, len(games)) })
	}
	return i, nil
}

// readOlder reads some games of the older run. It sends a notice for damaged games and leaves them
// out. In the games table, the name of the player gets the older run in addition.
func (l *loop) readOlder(ctx context.Context, a *learning.StoredGames, i runs.Inheritance,
	part []replay.Entry) (learned, held []replay.Encoded, err error) {
	damaged, reason, err := a.Each(ctx, part, func(done int, id int64, g replay.Encoded) error {
		if rules := l.board.Rules().Name(); g.Game.Rules != rules {
			return fmt.Errorf("game %d has the rules %q, want %q", id, g.Game.Rules, rules)
		}
		g.Game.Model = filepath.Base(a.Dir) + "/" + g.Game.Model
		if isHeldOut(a, i, part[done]) {
			held = append(held, g)
		} else {
			learned = append(learned, g)
		}
		return nil
	})
	if damaged > 0 {
		l.notice(fmt.Sprintf("%s of %s %s not copied, for example because: %v",
			noun.Count(damaged, "game"), a.Dir, noun.Form(damaged, "is", "are"),
			reason))
	}
	return learned, held, err
}
