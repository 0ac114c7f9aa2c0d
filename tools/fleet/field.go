package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// field is a fleet with its run.
type field struct {
	options
	out   io.Writer
	rng   *rand.Rand
	bin   string
	run   string
	fleet string
	ours  bool // the folder is temporary

	trainer, hub, ingester *process
	workers                []*worker
	harms                  map[string]int
	held                   map[spoolID]uint64 // games on the disks of killed workers
}

// worker is a worker with its spool, and its proxy to the hub.
type worker struct {
	process
	spool string
	proxy *proxy
	space *namespace // nil if it shares the network of this program
}

// cut cuts or restores each of the two directions of the worker's network. It also ends a delay.
func (w *worker) cut(ctx context.Context, toHub, fromHub bool) {
	if w.space == nil {
		w.proxy.set(toHub, fromHub, 0)
		return
	}
	w.proxy.set(false, false, 0)
	w.space.set(ctx, toHub, fromHub)
}

// newField builds the programs.
func newField(ctx context.Context, o options, out io.Writer) (*field, error) {
	dir, ours := o.dir, o.dir == "" && !o.keep
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "fleet-"); err != nil {
			return nil, err
		}
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	f := &field{
		options: o, out: out, rng: rand.New(rand.NewPCG(o.seed, 0)), bin: filepath.Join(dir, "bin"),
		run: filepath.Join(dir, "run"), ours: ours,
		harms: map[string]int{}, held: map[spoolID]uint64{},
	}
	f.dir = dir
	if o.inside {
		return f, command(ctx, "ip", "link", "set", "lo", "up")
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", f.bin+string(filepath.Separator), "./cmd/train",
		"./cmd/selfplay", "./cmd/fleet")
	build.Dir = o.tree
	if text, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the programs: %w\n%s", err, text)
	}
	return f, nil
}

// program returns a program in the folder of the field.
func (f *field) program(name, command string, args ...string) process {
	return process{name: name, dir: f.dir, path: filepath.Join(f.bin, command), args: args}
}

// begin starts everything.
func (f *field) begin(ctx context.Context) error {
	if err := f.train(ctx, "learn.threads=1", "train.cycle_steps=25", "replay.ahead=400"); err != nil {
		return err
	}
	if err := f.serve(ctx); err != nil {
		return err
	}
	for i := range f.options.workers {
		if err := f.join(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

// train starts the trainer and waits for its first checkpoint in the run.
func (f *field) train(ctx context.Context, settings ...string) error {
	config, err := filepath.Abs(filepath.Join(f.tree, "configs", f.config+".toml"))
	if err != nil {
		return err
	}
	args := []string{"--config", config, "--run", f.run, "--for", "24h", "--set", "selfplay.workers=-1"}
	for _, setting := range append(settings, f.set...) {
		args = append(args, "--set", setting)
	}
	trainer := f.program("trainer", "train", args...)
	f.trainer = &trainer
	f.trainer.keep(ctx)
	return f.wait(ctx, "a checkpoint", func() bool { return f.step() >= 0 })
}

// serve starts the hub, and then the ingester.
func (f *field) serve(ctx context.Context) error {
	hub := f.program("hub", "fleet", "serve", "--run", f.run, "--part", "hub")
	ingester := f.program("ingester", "fleet", "serve", "--run", f.run, "--part", "ingester", "--every", "2s")
	f.hub, f.ingester = &hub, &ingester
	f.hub.keep(ctx)
	place := filepath.Join(f.run, "fleet", "hub.json")
	if err := f.wait(ctx, "the hub", func() bool {
		_, err := os.Stat(place)
		return err == nil
	}); err != nil {
		return err
	}
	f.ingester.keep(ctx)
	return nil
}

// wait waits until there returns true.
func (f *field) wait(ctx context.Context, what string, there func() bool) error {
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); {
		if there() {
			return nil
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return fmt.Errorf("there is not %s after two minutes; the logs are in %s", what, f.dir)
}

// join invites a worker through a proxy and starts it.
func (f *field) join(ctx context.Context, i int) error {
	name := fmt.Sprintf("w%02d", i)
	file, err := f.invite(ctx, name)
	if err != nil {
		return err
	}
	target, fleet, err := f.redirect(file)
	if err != nil {
		return err
	}
	f.fleet = fleet
	w := &worker{spool: filepath.Join(f.dir, name)}
	host := "127.0.0.1"
	w.process = f.program(name, "selfplay", "--join", file, "--spool", w.spool, "--workers", "1")
	if f.inside {
		if w.space, err = newNamespace(ctx, i); err != nil {
			return err
		}
		host = w.space.addr
		w.path, w.args = w.space.wrap(w.path, w.args)
	}
	f.workers = append(f.workers, w) // close ends it
	if w.proxy, err = newProxy(host, target); err != nil {
		return err
	}
	if err := rewrite(file, w.proxy.listener.Addr().String()); err != nil {
		return err
	}
	w.keep(ctx)
	return nil
}

// invite writes an invitation and returns its file.
func (f *field) invite(ctx context.Context, name string) (file string, err error) {
	file = filepath.Join(f.dir, name+".invite")
	for range 20 { // the hub may not answer yet
		err = command(ctx, filepath.Join(f.bin, "fleet"), "invite", "--run", f.run, name, "--out", file)
		if err == nil {
			return file, nil
		}
		pause(ctx, time.Second/2)
	}
	return "", err
}

// redirect returns the hub's address and the fleet of an invitation.
func (f *field) redirect(file string) (target, fleet string, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", "", err
	}
	var invite struct {
		Fleet string   `json:"fleet"`
		URLs  []string `json:"urls"`
	}
	if err := json.Unmarshal(text, &invite); err != nil || len(invite.URLs) == 0 {
		return "", "", errors.Join(err, fmt.Errorf("%s is no invitation", file))
	}
	return strings.TrimPrefix(invite.URLs[0], "tls://"), invite.Fleet, nil
}

// rewrite changes the address in an invitation.
func rewrite(file, addr string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var invite map[string]any
	if err := json.Unmarshal(text, &invite); err != nil {
		return err
	}
	invite["urls"] = []string{"tls://" + addr}
	if text, err = json.Marshal(invite); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o600)
}

// processorTime returns the processor time that each program has used so far, in seconds.
func (f *field) processorTime() map[string]float64 {
	used := map[string]float64{
		"trainer": f.trainer.processor().Seconds(), "hub": f.hub.processor().Seconds(),
		"ingester": f.ingester.processor().Seconds(),
	}
	for _, w := range f.workers {
		used["workers"] += w.processor().Seconds()
	}
	return used
}

// close ends all processes.
func (f *field) close() {
	for _, w := range f.workers {
		if w.stop != nil {
			w.end()
		}
		if w.proxy != nil {
			w.proxy.listener.Close()
		}
		if w.space != nil {
			w.space.close()
		}
	}
	for _, p := range []*process{f.ingester, f.hub, f.trainer} {
		if p != nil && p.stop != nil {
			p.end()
		}
	}
	if f.ours {
		os.RemoveAll(f.dir)
	}
}
