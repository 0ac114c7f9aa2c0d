// Command fleet runs a whole fleet on this machine, kills its processes without warning, damages the
// hub's files and cuts its network. Then it checks that every game on a worker's disk was stored
// exactly once:
//
//	go run -C tools/fleet . --workers 20 --for 10m
//	go run -C tools/fleet . --workers 2 --for 3m --harms=false     # latencies of a fleet in peace
//	go run -C tools/fleet . --cost 200                             # processor time of a game
//
// It builds the programs from the source tree that contains it, and sends signals only to processes
// that it started. Where the user may create network namespaces, every worker has its own.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// options are the command line.
type options struct {
	workers int
	length  time.Duration
	settle  time.Duration
	seed    uint64
	tree    string
	dir     string
	config  string
	set     []string
	network string
	harms   bool
	cost    int
	keep    bool
	inside  bool // the program runs in its own namespaces, and the programs are built
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "fleet:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var o options
	flags := flag.NewFlagSet("fleet", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.IntVar(&o.workers, "workers", 20, "how many workers play")
	flags.DurationVar(&o.length, "for", 10*time.Minute,
		"time for which the test kills processes and cuts networks")
	flags.DurationVar(&o.settle, "settle", 3*time.Minute,
		"longest time after that until all games have receipts")
	flags.Uint64Var(&o.seed, "seed", 1, "seed of what is killed and cut, and when")
	flags.StringVar(&o.tree, "tree", "../..", "`folder` of the module")
	flags.StringVar(&o.dir, "dir", "", "`folder` for the run; default: a new temporary one")
	flags.StringVar(&o.config, "config", "tiny", "`name` of the config in the folder configs")
	flags.Func("set", "another setting of the run, such as replay.min=300; may be repeated",
		func(text string) error { o.set = append(o.set, text); return nil })
	flags.StringVar(&o.network, "network", "auto", "namespaces, proxy, or auto: namespaces if possible")
	flags.BoolVar(&o.harms, "harms", true, "kill, damage and cut")
	flags.IntVar(&o.cost, "cost", 0, "instead measure the processor time of `n` games, three times")
	flags.BoolVar(&o.keep, "keep", false, "keep the folder")
	flags.BoolVar(&o.inside, "inside", false, "used by the program itself")
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch {
	case o.network != "auto" && o.network != "namespaces" && o.network != "proxy":
		return fmt.Errorf("--network %q: want auto, namespaces or proxy", o.network)
	case o.workers < 1 || o.workers > 200:
		return fmt.Errorf("--workers %d: want 1 to 200", o.workers)
	}
	f, err := newField(ctx, o, stderr)
	if err != nil {
		return err
	}
	defer f.close()
	if !o.inside && o.network != "proxy" && o.cost == 0 {
		err := mayUnshare(ctx)
		if err == nil {
			return enter(ctx, args, f.dir, stdout, stderr)
		}
		if o.network == "namespaces" {
			return err
		}
	}
	if o.cost > 0 {
		return f.measure(ctx, stdout)
	}
	return f.attack(ctx, stdout)
}

// attack starts everything, does its harms, and judges the result.
func (f *field) attack(ctx context.Context, stdout io.Writer) error {
	if err := f.begin(ctx); err != nil {
		return err
	}
	watched, stop := context.WithCancel(ctx)
	defer stop()
	w := f.watch(watched)
	if f.options.harms {
		f.harm(ctx)
	} else {
		pause(ctx, f.length)
	}
	stop()
	times := w.result()
	used := f.processorTime()
	if err := f.settle(ctx); err != nil {
		return err
	}
	return f.judge(ctx, times, used, stdout)
}

// pause waits, unless ctx ends first.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
