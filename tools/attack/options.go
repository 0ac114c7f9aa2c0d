package main

import (
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// options are the command line.
type options struct {
	kills, damage int
	seed          uint64
	first         int
	length        time.Duration
	limit         time.Duration
	dir           string
	only          []string
	commands      string
	tree          string
	keep          bool
	verbose       bool
}

// usageError is an error of the command line.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

const usage = `Attack kills the programs with kill -9 and damages their files, and prints how many checks passed.

  go run -C tools/attack . --kills 1000 --damage 500 --seed 1 --for 30m
  go run -C tools/attack . --only serial,arena --kills 100

It builds the programs from the tree, and signals only processes that it started. It keeps the folder of each
trial that failed. Exit codes: 0 all checks passed, 1 a check failed, 2 the command line is wrong.

`

// parse reads the command line.
func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	var only string
	flags := flag.NewFlagSet("attack", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, usage)
		flags.PrintDefaults()
	}
	flags.IntVar(&o.kills, "kills", 1000, "how many processes to kill, spread evenly over the attacks")
	flags.IntVar(&o.damage, "damage", 500, "how many files to damage")
	flags.Uint64Var(&o.seed, "seed", 1, "seed of the moments and the damage; the processes themselves vary")
	flags.IntVar(&o.first, "first", 0,
		"`number` of the first round: with --only and the seed it repeats a round")
	flags.DurationVar(&o.length, "for", 30*time.Minute, "longest time of the whole; no round begins after it")
	flags.DurationVar(&o.limit, "limit", 2*time.Minute,
		"time within which a program must print something or end")
	flags.StringVar(&o.dir, "dir", "", "`folder` for the trials; default: a new temporary one")
	flags.StringVar(&only, "only", "",
		"attacks to make, with commas between them: "+strings.Join(attackNames(), ", ")+"; default: all")
	flags.StringVar(&o.commands, "commands", "",
		"`folder` with train, selfplay, arena and play; default: built from the tree")
	flags.StringVar(&o.tree, "tree", "../..", "`folder` of the module")
	flags.BoolVar(&o.keep, "keep", false, "keep the folder even if all checks pass")
	flags.BoolVar(&o.verbose, "verbose", false, "print each damage and the answer")
	if err := flags.Parse(args); err != nil {
		if err == flag.ErrHelp {
			return o, err
		}
		return o, usageError{err.Error()}
	}
	o.only = attackNames()
	if only != "" {
		o.only = strings.Split(only, ",")
	}
	return o, o.validate(flags.Args())
}

// validate reports invalid values, and makes paths absolute.
func (o *options) validate(rest []string) error {
	switch {
	case len(rest) > 0:
		return usageError{fmt.Sprintf("%q: want flags only", rest[0])}
	case o.kills < 0 || o.damage < 0 || o.first < 0:
		return usageError{fmt.Sprintf("--kills %d, --damage %d, --first %d: want 0 or more", o.kills,
			o.damage, o.first)}
	case o.length <= 0 || o.limit <= 0:
		return usageError{fmt.Sprintf("--for %v, --limit %v: want more than 0", o.length, o.limit)}
	}
	for _, name := range o.only {
		if !slices.Contains(attackNames(), name) {
			return usageError{fmt.Sprintf("--only %s: want some of %s", name,
				strings.Join(attackNames(), ", "))}
		}
	}
	for _, path := range []*string{&o.dir, &o.commands, &o.tree} {
		if *path == "" {
			continue
		}
		absolute, err := filepath.Abs(*path)
		if err != nil {
			return usageError{err.Error()}
		}
		*path = absolute
	}
	return nil
}
