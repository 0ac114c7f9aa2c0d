package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/loop"
	"epaminondas/internal/training/runs"
)

const repairDescription = `Train repair checks a run: the database, every game, every checkpoint, the training states, and whether training can go on. It says what is sound and what is not. With --mend it mends what can be mended.`

// repairName is the subcommand's.
const repairName = "repair"

// repairCommand is the command line of train repair.
type repairCommand struct {
	Run  string `help:"Folder of the run. Nobody may train it meanwhile." required:"" type:"path" placeholder:"DIR"`
	Mend bool   `help:"Mend what can be mended. Without it nothing changes."`
	JSON bool   `name:"json" help:"Print the findings as JSON."`
}

// Help is the long help.
func (repairCommand) Help() string {
	return `Examples:

  train repair --run runs/tiny          # what is wrong?
  train repair --run runs/tiny --mend   # mend it

Mending deletes nothing:

  A damaged game stays in the database, but nobody learns from it: the table damaged_games names it and says why.
  A damaged checkpoint is written anew if its training state is sound.
  A damaged training state, or one of another run, gets another name: training goes on from the state before.
  If the best checkpoint is of no use, the best before it takes its place, else the oldest sound one.

A run also trains on with damaged games and with a damaged newest state, and says so. If run.db itself is lost, repair says what lies in the folder and how to go on with it.

Exit codes: 0 everything is sound or mended, 1 something is not, 2 the command line is wrong, 130 interrupted.`
}

// repair is the subcommand.
func repair(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var c repairCommand
	if _, err := cli.Parse("train "+repairName, repairDescription, &c, args, stdout); err != nil {
		return err
	}
	return c.run(ctx, stdout, stderr)
}

func (c repairCommand) run(ctx context.Context, stdout, stderr io.Writer) (err error) {
	r, err := runs.Hold(ctx, c.Run)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	tasks := cli.Tasks{Out: stderr}
	defer tasks.Close()
	found, err := loop.Inspect(ctx, r, c.Mend, tasks.Show)
	tasks.Close()
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w: what was mended until now stays so", cli.ErrInterrupted)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		encoder := json.NewEncoder(stdout)
		encoder.SetIndent("", "  ")
		err = encoder.Encode(found)
	} else {
		err = writeFindings(stdout, found)
	}
	if err != nil {
		return err
	}
	return verdict(found)
}

// writeFindings writes a line for each part, and below it the mending.
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
		return fmt.Errorf("%s: %d parts are damaged, --mend mends %d of them", found.Run, wrong, mendable)
	}
	return fmt.Errorf("%s: %d damaged parts cannot be mended", found.Run, wrong-mended)
}
