package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/training/loop"
	"epaminondas/internal/training/pack"
	"epaminondas/internal/training/runs"
)

const packDescription = `Train pack writes a run into one file, from which another machine can continue it. The file has what training needs: the settings, the registry with all figures, the games of the window, and the newest checkpoints with their training states.`

// packCommand is the command line of train pack.
type packCommand struct {
	Run  string `help:"Folder of the run. No trainer may use it at the same time." required:"" type:"path" placeholder:"DIR"`
	All  bool   `help:"Pack all games and all checkpoints."`
	File string `arg:"" help:"New file for the run, such as tiny.tar.zst." type:"path"`
}

// Help is the long help.
func (packCommand) Help() string {
	return `Examples:

  train pack --run runs/tiny tiny.tar.zst          # what training needs to continue
  train pack --run runs/tiny --all tiny.tar.zst    # everything, as an archive
  train unpack --run runs/tiny tiny.tar.zst        # on the other machine

Stop the run first with Ctrl-C. Then pack it, copy the file to the other machine by any means, unpack it
there, and give the same training command. The run continues as if it had never moved. The packed run
stays as it is, but continue it only in one of the two places.

Without --all, these parts are left behind:

  games that are too old for the window, which still count in the figures
  weights of checkpoints in the middle of the run, so that arena ladder --run skips them

The curves, matches and ratings of all checkpoints stay.

The file never has these parts: the folder fleet with its secret keys, and your own files in the
folder checkpoints.

Pack needs free space for two copies of run.db beside the file. After Ctrl-C or a crash there is no
file. A killed pack may leave hidden files beside it, whose names begin with a dot and end with .tmp.
You can remove them.

` + cli.ExitCodes
}

func (c packCommand) run(ctx context.Context, stdout, stderr io.Writer) error {
	if _, err := os.Lstat(c.File); err == nil {
		return cli.Usagef("%s exists already: give another name, or remove this file first", c.File)
	}
	if err := cli.Writable("the file", c.File); err != nil {
		return err
	}
	r, err := runs.Hold(ctx, c.Run)
	if errors.Is(err, runs.ErrInUse) {
		return fmt.Errorf("%w: stop the training with Ctrl-C first, then pack the run", err)
	}
	if err != nil {
		return err
	}
	defer r.Close()
	tasks := cli.Tasks{Out: stderr}
	defer tasks.Close()
	m, err := c.write(ctx, r, &tasks, cli.Notes(stderr))
	tasks.Close()
	if err != nil {
		return cli.Stopped(err, ": there is no file %s, and %s is as it was", c.File, c.Run)
	}
	return c.report(m, stdout)
}

// write checks the run and packs it.
func (c packCommand) write(ctx context.Context, r *runs.Run, tasks *cli.Tasks, note func(string)) (
	*pack.Manifest, error) {
	needs, err := loop.Needs(ctx, r)
	if err != nil {
		return nil, err
	}
	if needs.Checkpoints, err = loop.CheckContinues(ctx, r, needs.Checkpoints, tasks.Show, note); err != nil {
		return nil, err
	}
	if c.All {
		if needs, err = loop.Everything(ctx, r); err != nil {
			return nil, err
		}
	}
	foreign, err := r.ForeignFiles()
	if err != nil {
		return nil, err
	}
	if len(foreign) > 0 {
		note(fmt.Sprintf("training did not make %s in the folder checkpoints, such as %s: not packed",
			noun.Count(len(foreign), "file"), foreign[0]))
	}
	return pack.Write(ctx, r, c.File, needs, tasks.Show)
}

// report prints the content of the file and the next command.
func (c packCommand) report(m *pack.Manifest, stdout io.Writer) error {
	info, err := os.Stat(c.File)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, `packed %s into %s (%.1f MB)
%s
unpack it on the other machine: train unpack --run %s %s
`, c.Run, c.File, float64(info.Size())/1e6, contents(m), filepath.Base(c.Run), filepath.Base(c.File))
	return err
}

// contents lists the parts of a packed run.
func contents(m *pack.Manifest) string {
	return fmt.Sprintf("  step         %d (%s)\n  games        %s\n  checkpoints  %s", m.Step, m.Phase,
		share(m.Games, m.LeftGames), share(int64(m.Checkpoints), int64(m.LeftCheckpoints)))
}

// share says how many parts of a run a pack has.
func share(all, left int64) string {
	if left == 0 {
		return fmt.Sprintf("all %d", all)
	}
	return fmt.Sprintf("%d of %d", all-left, all)
}
