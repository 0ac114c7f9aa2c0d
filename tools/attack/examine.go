package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// An examination runs the programs on a damaged run and judges how they answer.
type examination struct {
	*damageAttack
	dir   string
	harm  harm
	rng   *rand.Rand
	tally *tally
}

// strangers are files that the user may have put into a run. No program may touch them.
func strangers() []string {
	return []string{"notes.txt", "checkpoints/my-best.safetensors", "checkpoints/step-12.state", "run.db.bak"}
}

// run examines a damaged run: a program or two that read it, then training, then repair and
// training again.
func (e *examination) run(ctx context.Context, train []string) error {
	for _, name := range strangers() {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(e.dir, name)), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(e.dir, name), []byte("of the user"), 0o644); err != nil {
			return err
		}
	}
	before, err := digests(e.dir, nil)
	if err != nil {
		return err
	}
	if err := e.inspect(ctx, before); err != nil {
		return err
	}
	if err := e.reader(ctx); err != nil {
		return err
	}
	if err := e.goOn(ctx, train); err != nil {
		return err
	}
	return e.kept(before)
}

// inspect runs train repair, which must find damage to checkpoints and must change nothing.
func (e *examination) inspect(ctx context.Context, before map[string]string) error {
	p, err := e.answer(ctx, []string{e.program("train"), "repair", "--run", e.dir})
	if err != nil {
		return err
	}
	isOurs := func(name string) bool {
		return !strings.HasPrefix(name, "run.db") && !strings.HasPrefix(name, "train.lock")
	}
	after, err := digests(e.dir, isOurs)
	if err != nil {
		return err
	}
	for name := range before {
		if isOurs(name) && after[name] != before[name] {
			return faultf("%s without --mend has changed %s", p, name)
		}
	}
	if filepath.Dir(e.harm.path) == "checkpoints" && p.code() == 0 && e.harm.kind != "remove" &&
		e.harm.kind != "folder" {
		return faultf("%s finds everything sound:\n%s", p, p.stdout.text())
	}
	return nil
}

// reader runs another program that reads the run.
func (e *examination) reader(ctx context.Context) error {
	var words []string
	switch e.rng.IntN(4) {
	case 0:
		words = []string{e.program("selfplay"), "--run", e.dir, "--seed", "77", "--games", "2"}
	case 1:
		words = []string{e.program("arena"), "ladder", "--run", e.dir, "--every", "100", "random",
			"--games", "2", "--each", "sims=2", "--out", e.dir + "-ladder"}
		defer os.RemoveAll(e.dir + "-ladder")
	case 2:
		words = []string{e.program("arena"), "match", "uniform,sims=2", "random", "--rules",
			"epaminondas:3x5x1,max_plies=30,limit=draw", "--games", "2",
			"--openings-from", e.dir, "--out", e.dir + "-match"}
		defer os.RemoveAll(e.dir + "-match")
	default:
		return e.show(ctx)
	}
	_, err := e.answer(ctx, words)
	return err
}

// show runs the server, which must show the run.
func (e *examination) show(ctx context.Context) error {
	address, err := freeAddress()
	if err != nil {
		return err
	}
	server, err := start(ctx, []string{e.program("play"), "--addr", address, "--runs", e.dir})
	if err != nil {
		return err
	}
	defer server.kill()
	if err := (aim{lines: true, count: 1}).wait(ctx, server, e.limit); err != nil {
		return err
	}
	asking, stop := context.WithTimeout(ctx, e.limit)
	defer stop()
	name := filepath.Base(e.dir)
	for _, path := range []string{"/api/training/runs", "/api/training/game?id=1&run=" + name,
		"/api/training/events?run=" + name} {
		question{"GET", path, ""}.ask(asking, "http://"+address)
	}
	if !server.alive() {
		return server.failed()
	}
	server.kill()
	return server.sane()
}

// goOn continues the training. If the trainer refuses the run, goOn repairs it and tries again.
func (e *examination) goOn(ctx context.Context, train []string) error {
	p, err := e.answer(ctx, train)
	if err != nil {
		return err
	}
	if p.code() == 0 {
		return e.count(wentOn(p), p)
	}
	if _, err := e.answer(ctx, []string{e.program("train"), "repair", "--run", e.dir, "--mend"}); err != nil {
		return err
	}
	again, err := e.answer(ctx, train)
	if err != nil {
		return err
	}
	if again.code() == 0 {
		return e.count(mendedOn, p)
	}
	if e.mustMend() {
		return faultf("after train repair --mend, training is still refused:\n%s", again.stderr.text())
	}
	return e.count(mendedNot, again)
}

// mustMend reports whether the run must continue after train repair. This holds if the damage
// affects at most one file of a checkpoint.
func (e *examination) mustMend() bool {
	return filepath.Dir(e.harm.path) == "checkpoints" && e.harm.kind != "folder"
}

// kept returns a fault if a file of the user, or a sound checkpoint, is missing.
func (e *examination) kept(before map[string]string) error {
	after, err := digests(e.dir, nil)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, sum := range after {
		there[sum] = true
	}
	for _, name := range strangers() {
		if after[filepath.FromSlash(name)] != before[filepath.FromSlash(name)] {
			return faultf("%s of the user has changed or is gone", name)
		}
	}
	for name, sum := range before {
		if strings.HasSuffix(name, ".safetensors") && !there[sum] && name != e.harm.path {
			return faultf("%s, which was sound, is gone", name)
		}
	}
	return nil
}

// answer runs a program to its end and judges the end. The exit code must be 0, or a readable error
// must name the file or folder.
func (e *examination) answer(ctx context.Context, words []string) (*process, error) {
	p, err := finish(ctx, words, e.limit)
	if err != nil || p.code() == 0 {
		return p, err
	}
	text := p.stderr.text()
	switch {
	case p.code() > 2:
		return p, p.failed()
	case !strings.Contains(text, e.dir) && !strings.Contains(text, filepath.Base(e.harm.path)):
		return p, faultf("%s ends with exit code %d and an error that names no file:\n%s", p, p.code(), text)
	}
	return p, nil
}

// count counts the answer of a program to this damage.
func (e *examination) count(answer string, p *process) error {
	e.tally.count(area(e.harm.path)+"\t"+answer, 1)
	lines := strings.Split(strings.TrimSpace(p.stderr.text()), "\n")
	_, err := fmt.Fprintf(e.notes, "%s: %s: %s: %s\n", e.harm.path, e.harm.text, answer, lines[len(lines)-1])
	return err
}

// area names the kind of a file.
func area(path string) string {
	if filepath.Dir(path) == "checkpoints" {
		return "checkpoints/*" + filepath.Ext(path)
	}
	return path
}
