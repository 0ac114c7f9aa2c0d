package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/loop"
	"epaminondas/internal/training/pack"
	"epaminondas/internal/training/runs"
)

const unpackDescription = `Train unpack makes the folder of a run from a file that train pack wrote. It checks all digests, and that training can continue, before the folder appears.`

// unpackCommand is the command line of train unpack.
type unpackCommand struct {
	Run  string `help:"New folder for the run." required:"" type:"path" placeholder:"DIR"`
	File string `arg:"" help:"File that train pack wrote." type:"path"`
}

// Help is the long help.
func (unpackCommand) Help() string {
	return `Examples:

  train unpack --run runs/tiny tiny.tar.zst
  train --config configs/tiny.toml --run runs/tiny    # continues the run

The command that began the run also continues it here. If you do not remember it, or if the config is
not on this machine, the settings in the folder do as well:

  train --config runs/tiny/run.toml --run runs/tiny

The folder must not exist, or it must be empty. After an error, Ctrl-C or a crash there is no such
folder. A killed unpack may leave a folder beside it whose name begins with a dot, which you can remove.

` + cli.ExitCodes
}

func (c unpackCommand) run(ctx context.Context, stdout, stderr io.Writer) error {
	tasks := cli.Tasks{Out: stderr}
	defer tasks.Close()
	check := func(ctx context.Context, r *runs.Run) error {
		needs, err := loop.Needs(ctx, r)
		if err == nil {
			_, err = loop.CheckContinues(ctx, r, needs.Checkpoints, tasks.Show, cli.Notes(stderr))
		}
		return err
	}
	m, err := pack.Unpack(ctx, c.File, c.Run, check, tasks.Show)
	tasks.Close()
	switch {
	case errors.Is(err, pack.ErrTaken):
		return cli.Usagef("%w: give another folder with --run, or move this one away", err)
	case errors.Is(err, os.ErrNotExist) && missing(c.File):
		return cli.Usagef("there is no file %s", c.File)
	case err != nil:
		return cli.Stopped(err, ": nothing was unpacked")
	}
	next, more := "continue it with the command that began it, or with", ""
	if m.Finished() {
		next, more = "the run is finished; more time lets it learn on, for example", " --for 8h"
	}
	_, err = fmt.Fprintf(stdout, "unpacked %s into %s\n%s\n%s:\n  train --config %s --run %s%s\n", c.File, c.Run,
		contents(m), next, runs.ConfigPath(c.Run), c.Run, more)
	return err
}

// missing reports whether a file does not exist.
func missing(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, os.ErrNotExist)
}
