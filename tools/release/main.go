// Command release makes an archive of all commands for each kind of machine, with licences and checksums:
//
//	go run -C tools/release .
//
// It builds from the last commit, and refuses a tree with other changes. The same commit and version of Go
// give the same bytes, on any machine. It needs git and Go, and takes some minutes for each kind of machine
// the first time.
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
	"slices"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return
	}
	fmt.Fprintln(os.Stderr, "release:", err)
	os.Exit(1)
}

// targets are the kinds of machines, as GOOS/GOARCH.
func targets() []string {
	return []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64",
		"windows/arm64"}
}

// commands are the programs of an archive.
func commands() []string {
	return []string{"play", "train", "arena", "engine", "export", "selfplay", "fleet"}
}

// options are the command line.
type options struct {
	out, tree string
	only      []string // targets
}

// parse reads the command line.
func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.out, "out", "../../dist", "`folder` for the archives")
	flags.StringVar(&o.tree, "tree", "../..", "`folder` of the module")
	only := flags.String("only", "", "make only these, such as linux/amd64,darwin/arm64")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("%q: want flags only", flags.Arg(0))
	}
	o.only = targets()
	if *only != "" {
		o.only = strings.Split(*only, ",")
	}
	for _, target := range o.only {
		if !slices.Contains(targets(), target) {
			return o, fmt.Errorf("--only %s: want some of %s", target, strings.Join(targets(), ", "))
		}
	}
	return o, nil
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parse(args, stderr)
	if err != nil {
		return err
	}
	c, err := lastCommit(ctx, o.tree)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return err
	}
	var sums strings.Builder
	for _, target := range o.only {
		name, err := archive(ctx, o, c, target)
		if err != nil {
			return fmt.Errorf("%s: %w", target, err)
		}
		sum, size, err := digest(filepath.Join(o.out, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%s  %s\n", sum, name)
		fmt.Fprintf(stdout, "%s  %.1f MB\n", name, float64(size)/1e6)
	}
	return os.WriteFile(filepath.Join(o.out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}
