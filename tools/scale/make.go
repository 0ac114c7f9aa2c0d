package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// The least sizes of a run. The real games are the first of them; the others are copies.
const (
	leastGames       = 2000
	leastCheckpoints = 10
)

// madeName is the file that says that the run in the folder is complete, and how large it is.
const madeName = "made"

// makeRun makes the run, unless an earlier call made the same.
func (w *workshop) makeRun(ctx context.Context, o options) error {
	made := filepath.Join(w.dir, madeName)
	size := fmt.Sprintf("%d games, %d checkpoints\n", o.games, o.checkpoints)
	if text, err := os.ReadFile(made); err == nil {
		if string(text) != size {
			return fmt.Errorf("%s has a run of %swant another --dir, or the same sizes", w.dir, text)
		}
		return nil
	}
	begun := time.Now()
	for _, part := range []struct {
		what string
		do   func(context.Context, options) error
	}{
		{"trains a small run", w.trainSmall},
		{"copies checkpoints", w.copyCheckpoints},
		{"copies games", w.copyGames},
		{"lets the trainer read the copies", w.catchUp},
	} {
		w.tell("%s (%v)", part.what, time.Since(begun).Round(time.Second))
		if err := part.do(ctx, o); err != nil {
			return fmt.Errorf("%s: %w", part.what, err)
		}
	}
	w.tell("made %s in %v", strings.TrimSpace(size), time.Since(begun).Round(time.Second))
	return os.WriteFile(made, []byte(size), 0o644)
}

// trainSmall trains until the run has enough games and steps to copy, and a gate match.
func (w *workshop) trainSmall(ctx context.Context, o options) error {
	p, err := start(ctx, w.train())
	if err != nil {
		return err
	}
	defer p.kill()
	for {
		select {
		case <-p.ended:
			return p.failed()
		case <-time.After(200 * time.Millisecond):
		}
		enough := false
		err := runs.Look(ctx, w.run(), func(v *runs.View) error {
			games, err := v.Games.Last(ctx)
			if err != nil {
				return err
			}
			markers, err := v.Markers(ctx, 1)
			if err != nil {
				return err
			}
			matches, err := v.Verdicts(ctx, 0)
			enough = games >= leastGames && len(markers) > 0 && len(matches) > 0
			return err
		})
		if err == nil && enough { // the first looks fail, because the run does not exist yet
			return p.interrupt()
		}
	}
}

// going matches the line that a trainer prints when it continues a run.
var going = regexp.MustCompile(`going on in `)

// catchUp lets the trainer read all games and save a checkpoint after them.
func (w *workshop) catchUp(ctx context.Context, o options) error {
	p, err := start(ctx, w.train())
	if err != nil {
		return err
	}
	defer p.kill()
	if _, err := p.prints(going, time.Hour); err != nil {
		return err
	}
	return p.interrupt()
}

// copyGames stores copies of the first games under new numbers.
func (w *workshop) copyGames(ctx context.Context, o options) error {
	r, err := runs.Open(ctx, w.run())
	if err != nil {
		return err
	}
	defer r.Close()
	var originals []*replay.Game
	err = r.Games.Walk(ctx, 1, leastGames, func(_ int64, g *replay.Game, damage error) error {
		originals = append(originals, g)
		return damage
	})
	if err != nil {
		return err
	}
	have, err := r.Games.Count(ctx)
	if err != nil {
		return err
	}
	number, err := r.Games.NextNumber(ctx, r.Config.Seed, have)
	if err != nil {
		return err
	}
	const chunk = 5000
	for left := o.games - int(have); left > 0; {
		n := min(left, chunk)
		batch, err := renumbered(ctx, originals, number, n)
		if err != nil {
			return err
		}
		if _, err := r.Games.AppendAll(ctx, batch); err != nil {
			return err
		}
		number, left = number+uint64(n), left-n
	}
	return nil
}
