// Command attack kills the programs without warning and damages their files, again and again. It
// prints how many checks passed:
//
//	go run -C tools/attack . --kills 1000 --damage 500 --seed 1 --for 30m
//
// It builds the programs from the source tree that contains it. It runs them as processes in a
// temporary folder, with a small network on a small board. It sends signals only to processes that
// it started.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
)

// Exit codes.
const (
	exitFault = 1
	exitUsage = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return
	}
	fmt.Fprintln(os.Stderr, "attack:", err)
	if errors.As(err, new(usageError)) {
		os.Exit(exitUsage)
	}
	os.Exit(exitFault)
}

// run makes the attacks that the arguments name. The error has the number of failed attacks.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parse(args, stderr)
	if err != nil {
		return err
	}
	w, err := newWorkshop(ctx, o, stderr)
	if err != nil {
		return err
	}
	c := newCampaign(w, o, stderr)
	c.fight(ctx)
	if err := c.report(stdout); err != nil {
		return err
	}
	if err := w.close(c.faults() > 0 || o.keep); err != nil {
		return err
	}
	return c.verdict(ctx)
}
