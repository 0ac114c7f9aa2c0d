package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// repeating kills a command whose result repeats. The same command continues after each of many
// kills. At the end the content must be the same as without kills.
type repeating struct {
	*workshop
	command   func(dir string, rng *rand.Rand) []string
	aim       func(rng *rand.Rand, dir string) aim
	content   func(dir string) (map[string]string, error) // digests of the content that must repeat, by name
	witness   func(dir string) survivor
	reference map[string]string // content of a run that was never killed
}

// A survivor checks after each kill that nothing is lost.
type survivor interface {
	check(p *process) error
	kept() (n int, what string)
}

// round implements attack.
func (a *repeating) round(ctx context.Context, dir string, rng *rand.Rand, count int, t *tally) error {
	if err := a.refer(ctx, rng); err != nil {
		return err
	}
	w := a.witness(dir)
	over := false
	for end := t.done + count; t.done < end && !over; {
		var err error
		if over, err = a.life(ctx, dir, w, rng, t); err != nil {
			return err
		}
	}
	if _, err := succeed(ctx, a.command(dir, rng), a.limit); err != nil {
		return err
	}
	n, what := w.kept()
	t.count(what, n)
	return a.compare(dir)
}

// refer makes the reference, if there is none yet.
func (a *repeating) refer(ctx context.Context, rng *rand.Rand) error {
	if a.reference != nil {
		return nil
	}
	dir, err := os.MkdirTemp(a.dir, "reference-")
	if err != nil {
		return err
	}
	p, err := succeed(ctx, a.command(dir, rng), a.limit)
	if err != nil {
		return err
	}
	if a.reference, err = a.content(dir); err != nil {
		return err
	}
	if len(a.reference) == 0 {
		return fmt.Errorf("%s made nothing", p)
	}
	return os.RemoveAll(dir)
}

// life kills the command at one moment, and reports whether it has ended before.
func (a *repeating) life(ctx context.Context, dir string, w survivor, rng *rand.Rand, t *tally) (over bool,
	err error) {
	p, err := start(ctx, a.command(dir, rng))
	if err != nil {
		return false, err
	}
	defer p.kill()
	err = a.aim(rng, dir).wait(ctx, p, a.limit)
	if err != nil && !errors.Is(err, errEnded) {
		return false, err
	}
	if p.kill() {
		t.done++
	} else {
		t.ended++
	}
	if err := p.sane(); err != nil {
		return false, err
	}
	if p.code() > 0 {
		return false, p.failed()
	}
	return p.code() == 0, w.check(p)
}

// compare returns a fault if the content differs from the reference.
func (a *repeating) compare(dir string) error {
	content, err := a.content(dir)
	if err != nil {
		return err
	}
	if name := difference(a.reference, content); name != "" {
		return faultf("%s differs from the one of a run that was never killed: %q instead of %q", name,
			content[name], a.reference[name])
	}
	return nil
}

// serialRun attacks a run that repeats to the bit.
func serialRun(w *workshop) *repeating {
	run := func(dir string) string { return filepath.Join(dir, "run") }
	return &repeating{
		workshop: w,
		command:  func(dir string, _ *rand.Rand) []string { return w.train(run(dir), serial(150)...) },
		aim:      func(rng *rand.Rand, dir string) aim { return drawAim(rng, watched(run(dir))) },
		content:  func(dir string) (map[string]string, error) { return runContent(run(dir)) },
		witness:  func(dir string) survivor { return newWitness(run(dir)) },
	}
}

// check implements survivor.
func (w *witness) check(p *process) error {
	if err := w.hear(p.stderr.text()); err != nil {
		return err
	}
	return w.look()
}

// kept implements survivor.
func (w *witness) kept() (int, string) { return len(w.last.checkpoints), "checkpoints" }

// runContent returns the repeating content of a serial run: the files of the checkpoints and the
// rows of the database without times.
func runContent(dir string) (map[string]string, error) {
	content, err := digests(filepath.Join(dir, "checkpoints"), nil)
	if err != nil {
		return nil, err
	}
	s, err := readSnapshot(dir, dir+"-copy")
	if err != nil {
		return nil, err
	}
	for kind, rows := range map[string][]row{"game": s.games, "checkpoint": s.checkpoints, "row": s.others} {
		for i, r := range rows {
			content[fmt.Sprintf("%s %d", kind, i)] = r.text
		}
	}
	return content, nil
}
