package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/base/sqlite"
	"epaminondas/internal/training/loop"
	"epaminondas/internal/training/runs"
)

const repairDescription = `Train repair checks a run: the database, every game, the held-out games, every checkpoint, the training states, and whether training can go on. It says what is sound and what is not. With --mend it mends what can be mended.`

// repairCommand is the command line of train repair.
type repairCommand struct {
	Run  string `help:"Folder of the run. No trainer may use it at the same time." required:"" type:"path" placeholder:"DIR"`
	Mend bool   `help:"Mend all damage that can be mended. Without this flag, repair changes nothing."`
	JSON bool   `name:"json" help:"Print the findings as JSON."`
}

// Help is the long help.
func (repairCommand) Help() string {
	return `Examples:

  train repair --run runs/tiny          # what is wrong?
  train repair --run runs/tiny --mend   # mend it

Mending deletes nothing:

  A damaged game stays in the database, but training does not use it. The table damaged_games has the reason.
  Repair writes a damaged checkpoint again, if its training state is undamaged.
  It renames a damaged training state, or one of another run. Training continues from the state before.
  If the best checkpoint is unusable, the best one before it takes its place, or else the oldest usable one.

Training also continues with damaged games and with a damaged newest state, and prints a note. If
run.db itself is lost, repair lists the files in the folder and explains what you can do.

Exit codes: 0 no damage is left, 1 damage is left, 2 the command line is wrong, 130 interrupted.`
}

func (c repairCommand) run(ctx context.Context, stdout, stderr io.Writer) error {
	tasks := cli.Tasks{Out: stderr}
	defer tasks.Close()
	found, err := c.inspect(ctx, &tasks)
	tasks.Close()
	if err != nil {
		return cli.Stopped(err, ": everything mended so far stays mended")
	}
	if err := cli.WriteResult(stdout, c.JSON, found,
		func(w io.Writer) error { return writeFindings(w, found) }); err != nil {
		return err
	}
	return verdict(found)
}

// inspect checks the run, and mends it if the user wants that. Otherwise it only reads.
func (c repairCommand) inspect(ctx context.Context, tasks *cli.Tasks) (found *loop.Inspection, err error) {
	open := runs.OpenReadOnly
	if c.Mend {
		open = runs.Hold
	} else if err := c.checkUnused(ctx); err != nil {
		return nil, err
	}
	r, err := open(ctx, c.Run)
	if err != nil {
		return nil, err
	}
	found, err = loop.Inspect(ctx, r, c.Mend, tasks.Show)
	closed := r.Close()
	if errors.Is(closed, sqlite.ErrMoved) {
		return nil, fmt.Errorf("%s: %w; give the same command again when no other process uses the run", c.Run,
			closed)
	}
	return found, errors.Join(err, closed)
}

// checkUnused returns an error if a process trains the run, or if that cannot be determined.
func (c repairCommand) checkUnused(ctx context.Context) error {
	busy, err := runs.InTraining(ctx, c.Run)
	if !busy {
		return err
	}
	if err := durable.TryLocks(runs.ConfigPath(c.Run)); err != nil {
		return err
	}
	return fmt.Errorf("run: %s: %w", c.Run, runs.ErrInUse)
}

// writeFindings writes a line for each part of the run, and below it how the part was or can be
// mended.
func writeFindings(w io.Writer, found *loop.Inspection) error {
	for _, f := range found.Findings {
		line := "sound    " + f.Part
		if f.Wrong != "" {
			line = "damaged  " + f.Part + ": " + f.Wrong
		}
		switch {
		case f.Mended:
			line += "\n         mended: " + f.Mend
		case f.Mend != "":
			line += "\n         --mend would " + f.Mend
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// verdict returns an error if damage remains.
func verdict(found *loop.Inspection) error {
	wrong, mendable, mended := found.Wrong()
	switch {
	case wrong == mended:
		return nil
	case mendable > mended:
		return fmt.Errorf("%s: %s damaged; --mend can mend %d of them", found.Run,
			noun.Count(wrong, "part is", "parts are"), mendable)
	}
	return fmt.Errorf("%s: %s cannot be mended", found.Run, noun.Count(wrong-mended, "damaged part"))
}
