package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// damageAttack damages files of runs and matches, and files of games. Then it runs every program on
// them.
type damageAttack struct {
	*workshop
	bases *bases
	notes io.Writer // gets a line for each damage
}

// round implements attack.
func (a *damageAttack) round(ctx context.Context, dir string, rng *rand.Rand, count int, t *tally) error {
	var err error
	if a.bases == nil {
		if a.bases, err = a.prepare(ctx); err != nil {
			return err
		}
	}
	for range count {
		trial := filepath.Join(dir, fmt.Sprint(t.done))
		if err := a.trial(ctx, trial, rng, t); err != nil {
			return err
		}
		t.done++
		if err := os.RemoveAll(trial); err != nil {
			return err
		}
	}
	return nil
}

// trial damages a copy of a base, and judges how the programs answer.
func (a *damageAttack) trial(ctx context.Context, dir string, rng *rand.Rand, t *tally) error {
	b := a.bases
	base, other := b.killed, b.other
	switch n := rng.IntN(20); {
	case n < 7:
		base = b.finished
	case n < 10:
		base, other = b.match, b.meeting
	case n < 12:
		base, other = b.games, b.more
	}
	if err := copyFolder(base, dir); err != nil {
		return err
	}
	h, err := drawHarm(dir, other, rng)
	if err != nil {
		return err
	}
	e := &examination{damageAttack: a, dir: dir, harm: h, rng: rng, tally: t}
	switch base {
	case b.match:
		err = e.folder(ctx, a.play(dir, 1))
	case b.games:
		err = e.folder(ctx, a.games(dir, 5))
	case b.killed:
		err = e.run(ctx, a.initTrained(dir, b.other))
	default:
		err = e.run(ctx, a.train(dir, serial(damageSteps+100)...))
	}
	var f fault
	if errors.As(err, &f) {
		return faultf("the attack %s, %s: %s", h.text, filepath.Join(dir, h.path), f.text)
	}
	return err
}

// folder makes a program continue a match or a file of games.
func (e *examination) folder(ctx context.Context, words []string) error {
	p, err := e.answer(ctx, words)
	if err != nil {
		return err
	}
	if p.code() == 0 {
		return e.count(wentOn(p), p)
	}
	return e.count(refused, p)
}

// The answers to damage.
const (
	silent    = "went on"
	noted     = "with a note"
	refused   = "refused"
	mendedOn  = "mended, went on"
	mendedNot = "repair cannot mend"
)

// wentOn describes how a program continued.
func wentOn(p *process) string {
	if strings.Contains(p.stderr.text(), "note: ") {
		return noted
	}
	return silent
}
