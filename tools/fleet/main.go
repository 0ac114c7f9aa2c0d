// Command fleet runs a whole fleet on this machine, kills its processes without warning, and cuts
// its network. Then it checks that every game on a worker's disk was stored exactly once:
//
//	go run -C tools/fleet . --workers 20 --for 10m
//
// It builds the programs from the source tree that contains it, and sends signals only to processes
// that it started.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
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
	keep    bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
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
	flags.BoolVar(&o.keep, "keep", false, "keep the folder")
	if err := flags.Parse(args); err != nil {
		return err
	}
	f, err := newField(ctx, o, stderr)
	if err != nil {
		return err
	}
	defer f.close()
	if err := f.begin(ctx); err != nil {
		return err
	}
	f.harm(ctx)
	if err := f.settle(ctx); err != nil {
		return err
	}
	return f.judge(ctx, stdout)
}
