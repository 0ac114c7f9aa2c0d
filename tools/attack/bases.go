package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// bases are the folders of which the attack damages copies.
type bases struct {
	killed   string // a run that was killed, with a log and an init
	finished string // a run with a report
	other    string // another finished run, whose files replace others
	match    string // the folder of a match that was killed
	meeting  string // the folder of another match
	games    string // a folder with a file of games
	more     string // another folder with a file of games
}

// prepare makes the bases.
func (a *damageAttack) prepare(ctx context.Context) (*bases, error) {
	dir, err := os.MkdirTemp(a.dir, "bases-")
	if err != nil {
		return nil, err
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	b := &bases{in("killed"), in("finished"), in("other"), in("match"), in("meeting"), in("games"),
		in("more")}
	for _, folder := range []string{b.games, b.more} {
		if err := os.Mkdir(folder, 0o755); err != nil {
			return nil, err
		}
	}
	for _, words := range [][]string{
		a.train(b.finished, serial(damageSteps)...),
		a.train(b.other, append(serial(damageSteps), "seed=2")...),
		a.play(b.meeting, 2),
		a.games(b.games, 5), a.games(b.more, 6),
	} {
		if _, err := succeed(ctx, words, a.limit); err != nil {
			return nil, err
		}
	}
	// If a run is killed a moment after it has printed a cycle, its log has newer rows.
	if err := a.killAt(ctx, a.initTrained(b.killed, b.other), aim{lines: true, count: 7}); err != nil {
		return nil, err
	}
	return b, a.killAt(ctx, a.play(b.match, 1), aim{path: filepath.Join(b.match, "games.txt"), count: 20})
}

// killAt starts a program and kills it at a moment.
func (w *workshop) killAt(ctx context.Context, words []string, moment aim) error {
	p, err := start(ctx, words)
	if err != nil {
		return err
	}
	defer p.kill()
	err = moment.wait(ctx, p, w.limit)
	if errors.Is(err, errEnded) {
		return p.failed()
	}
	return err
}

// damageSteps is the length of the damaged runs.
const damageSteps = 100

// initTrained returns the command of a run that begins from the final checkpoint of another.
func (a *damageAttack) initTrained(dir, other string) []string {
	from := filepath.Join(other, "checkpoints", fmt.Sprintf("step-%07d-final.safetensors", damageSteps))
	return append(a.train(dir, serial(damageSteps)...), "--init", from)
}

// play returns the command of a match.
func (a *damageAttack) play(dir string, seed int) []string {
	return []string{a.program("arena"), "match", "uniform,sims=8", "random", "--rules", "epaminondas:4x4x1",
		"--games", "60",
		"--opening-plies", "2", "--parallel", "1", "--seed", fmt.Sprint(seed), "--out", dir}
}

// games returns the command that adds games to a file in a folder.
func (a *damageAttack) games(dir string, seed int) []string {
	return withSettings([]string{a.program("selfplay"), "--config", a.config(), "--games", "10",
		"--seed", fmt.Sprint(seed), "--out", filepath.Join(dir, "x.games")}, smallGames())
}
