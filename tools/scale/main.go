// Command scale makes a run with many games and checkpoints, and measures how the commands cope
// with it. It prints a table in Markdown:
//
//	go run -C tools/scale . --games 1000000 --checkpoints 10000
//
// It builds the programs from the source tree that contains it, and works in a temporary folder. It
// needs Linux, 2 GB of disk for a million games, and some minutes. It signals only processes
// that it started.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return
	}
	fmt.Fprintln(os.Stderr, "scale:", err)
	os.Exit(1)
}

// options are the command line.
type options struct {
	games, checkpoints int
	dir, tree          string
	keep               bool
}

// parse reads the command line.
func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("scale", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.IntVar(&o.games, "games", 1_000_000, "games of the run")
	flags.IntVar(&o.checkpoints, "checkpoints", 10_000, "checkpoints of the run")
	flags.StringVar(&o.dir, "dir", "", "`folder` for the run and the programs; a folder that an earlier call "+
		"with --keep made is used again; default: a new temporary one")
	flags.StringVar(&o.tree, "tree", "../..", "`folder` of the module")
	flags.BoolVar(&o.keep, "keep", false, "keep the folder")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	switch {
	case flags.NArg() > 0:
		return o, fmt.Errorf("%q: want flags only", flags.Arg(0))
	case o.games < leastGames || o.checkpoints < leastCheckpoints:
		return o, fmt.Errorf("--games %d --checkpoints %d: want at least %d and %d", o.games, o.checkpoints,
			leastGames, leastCheckpoints)
	}
	for _, path := range []*string{&o.dir, &o.tree} {
		if *path == "" {
			continue
		}
		absolute, err := filepath.Abs(*path)
		if err != nil {
			return o, err
		}
		*path = absolute
	}
	return o, nil
}

// run makes the run and measures the commands. It returns an error if a figure is above its limit.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	o, err := parse(args, stderr)
	if err != nil {
		return err
	}
	w, err := newWorkshop(ctx, o, stderr)
	if err != nil {
		return err
	}
	defer func() {
		if !o.keep {
			err = errors.Join(err, os.RemoveAll(w.dir))
		}
	}()
	if err := w.makeRun(ctx, o); err != nil {
		return fmt.Errorf("make the run: %w", err)
	}
	t, err := w.measure(ctx)
	if err != nil {
		return err
	}
	if err := t.write(stdout); err != nil {
		return err
	}
	return t.verdict()
}
