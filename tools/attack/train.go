package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
)

// trainAttack kills a trainer, and the processes that write games beside it.
type trainAttack struct {
	*workshop
	writers int
}

// endless is a budget that no round spends.
const endless = 1_000_000

// round implements attack. A third of the runs is short, so that the kills also meet the cooldown
// and the report.
func (a trainAttack) round(ctx context.Context, dir string, rng *rand.Rand, count int, t *tally) error {
	run := filepath.Join(dir, "run")
	steps := endless
	if rng.IntN(3) == 0 {
		steps = 60 + rng.IntN(200)
	}
	words := a.train(run, fmt.Sprintf("train.steps=%d", steps))
	w := newWitness(run)
	for end := t.done + count; t.done < end; {
		over, err := a.life(ctx, words, w, rng, t)
		if err != nil {
			return err
		}
		if over {
			break
		}
	}
	t.count("checkpoints", len(w.last.checkpoints))
	t.count("games", len(w.last.games))
	if err := a.goOn(ctx, words, w); err != nil {
		return err
	}
	_, err := succeed(ctx, []string{a.program("train"), "repair", "--run", run}, a.limit)
	return err
}

// life lets the processes work until a moment, and then kills them in random order. It reports
// whether the trainer spent its budget and ended before the kill.
func (a trainAttack) life(ctx context.Context, words []string, w *witness, rng *rand.Rand,
	t *tally) (over bool, err error) {
	trainer, err := start(ctx, words)
	if err != nil {
		return false, err
	}
	all := []*process{trainer}
	defer func() {
		for _, p := range all {
			p.kill()
		}
	}()
	if len(w.last.checkpoints) > 0 { // before that there is no run for the writers
		for i := range a.writers {
			p, err := start(ctx, a.writer(w.dir, i, rng))
			if err != nil {
				return false, err
			}
			all = append(all, p)
		}
	}
	err = drawAim(rng, watched(w.dir)).wait(ctx, trainer, a.limit)
	if err != nil && !errors.Is(err, errEnded) {
		return false, err
	}
	for _, i := range rng.Perm(len(all)) {
		if all[i].kill() {
			t.done++
		} else {
			t.ended++
		}
	}
	return trainer.code() == 0, a.judge(w, all)
}

// writer returns the command of a process that writes games beside the trainer. Half of them end
// after a few games.
func (a trainAttack) writer(dir string, i int, rng *rand.Rand) []string {
	games := endless
	if rng.IntN(2) == 0 {
		games = 1 + rng.IntN(5)
	}
	return []string{a.program("selfplay"), "--run", dir, "--seed", fmt.Sprint(firstWriter + i), "--games",
		fmt.Sprint(games)}
}

// firstWriter is the seed of the first process that writes beside a trainer.
const firstWriter = 100

// judge returns a fault if a process failed by itself, or if something that it printed is missing.
func (a trainAttack) judge(w *witness, all []*process) error {
	for i, p := range all {
		if err := p.sane(); err != nil {
			return err
		}
		if p.code() > 0 {
			return p.failed()
		}
		if i > 0 {
			w.hearWriter(int64(firstWriter+i-1), p.stdout.text())
		}
	}
	if err := w.hear(all[0].stderr.text()); err != nil {
		return err
	}
	return w.look()
}

// goOn continues the run until it prints one more cycle or ends.
func (a trainAttack) goOn(ctx context.Context, words []string, w *witness) error {
	trainer, err := start(ctx, words)
	if err != nil {
		return err
	}
	defer trainer.kill()
	for lines := 1; err == nil && !w.beyond(trainer.stderr.text()); lines++ {
		err = aim{lines: true, count: lines}.wait(ctx, trainer, a.limit)
	}
	if err != nil && !errors.Is(err, errEnded) {
		return err
	}
	trainer.kill()
	return a.judge(w, []*process{trainer})
}
