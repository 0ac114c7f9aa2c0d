package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"epaminondas/game"
	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/alphabeta/lines"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/learning"
	"epaminondas/internal/training/runs"
)

const linesDescription = `Train lines teaches the classical engine an evaluation of lines from the games and the network of a run.`

// linesCommand is the command line of train lines.
type linesCommand struct {
	Run       string `help:"Folder of the run. Its games have the positions, and its last network is the teacher." type:"path" placeholder:"DIR"`
	Games     string `help:"File of games, from selfplay --out, instead of a run. It needs --teacher." type:"existingfile" placeholder:"FILE"`
	Out       string `help:"File for the evaluation." required:"" type:"path" placeholder:"FILE"`
	Teacher   string `help:"Checkpoint of another teacher." type:"existingfile" placeholder:"FILE"`
	Eval      string `help:"File of an evaluation that searches for the leaves, instead of the features." type:"existingfile" placeholder:"FILE"`
	Positions int    `help:"Leaves to learn from. Default: ${default}." default:"1500000" placeholder:"N"`
	Nodes     int    `help:"Positions of a search for leaves. Default: ${default}." default:"400" placeholder:"N"`
	Sims      int    `help:"Simulations of the network's search of a leaf. 0 asks the network alone, which is much faster. Default: ${default}." default:"0" placeholder:"N"`
	Epochs    int    `help:"Passes over the leaves. Default: ${default}." default:"5" placeholder:"N"`
	Scale     int    `help:"Hundredths of a stone that multiply the odds of winning by e. Default: ${default}." default:"70" placeholder:"N"`
	Seed      uint64 `help:"Seed of all randomness." default:"1"`
}

// Help is the long help.
func (linesCommand) Help() string {
	return `Every row, column and diagonal of the board is a line, whose pattern of stones selects a vector from a
table (docs/classical.md).

The engine searches positions of the run's games. At the leaves of these searches, where it evaluates, the
network says who is ahead, and the evaluation learns to say the same. The run is only read.

Examples:

  train lines --run runs/epaminondas8 --out epaminondas8.lines
  train lines --games crossings.games --teacher models/crossings.safetensors --out crossings.lines
  arena match alphabeta,eval=epaminondas8.lines alphabeta --rules epaminondas:8x8 --each time=100ms

` + cli.ExitCodes
}

// check returns an error for a number out of range.
func (c *linesCommand) check() error {
	switch {
	case (c.Run == "") == (c.Games == ""):
		return cli.Usagef("give either --run or --games")
	case c.Games != "" && c.Teacher == "":
		return cli.Usagef("--games %s: give the network that says who is ahead, with --teacher", c.Games)
	case c.Positions < config.LeastLeaves || c.Positions > config.MostLeaves:
		return cli.Usagef("--positions %d: want %d to %d", c.Positions, config.LeastLeaves, config.MostLeaves)
	case c.Sims < 0 || c.Sims > 100_000:
		return cli.Usagef("--sims %d: want 0 to 100000", c.Sims)
	case c.Nodes < 1 || c.Nodes > 1_000_000:
		return cli.Usagef("--nodes %d: want 1 to 1000000", c.Nodes)
	}
	used := []string{c.Games, c.Teacher, c.Eval}
	if c.Run != "" {
		used = append(used, runs.Files(c.Run)...)
	}
	return cli.Writable("--out", c.Out, used...)
}

func (c *linesCommand) run(ctx context.Context, stdout, stderr io.Writer) error {
	cli.GiveWay(stderr)
	settings := learning.DefaultLines()
	settings.Epochs, settings.Scale, settings.Seed = c.Epochs, c.Scale, c.Seed
	settings.Positions, settings.Nodes, settings.Simulations = c.Positions, c.Nodes, c.Sims
	if err := settings.Validate(); err != nil {
		return &cli.UsageError{Err: err}
	}
	if err := c.check(); err != nil {
		return err
	}
	err := c.learn(ctx, settings, stdout, stderr)
	return cli.Stopped(err, ", nothing was written")
}

// learn makes the evaluation.
func (c *linesCommand) learn(ctx context.Context, s learning.LinesSettings, stdout, stderr io.Writer) error {
	var content []byte
	var report learning.LinesReport
	tasks := cli.Tasks{Out: stderr}
	defer tasks.Close()
	err := c.withLesson(ctx, func(l *learning.Lesson) (err error) {
		var searcher *lines.Evaluation
		if c.Eval != "" {
			board, err := game.ParseBoard(l.Rules)
			if err != nil {
				return err
			}
			if searcher, err = lines.Load(c.Eval, board); err != nil {
				return &cli.UsageError{Err: err}
			}
		}
		content, report, err = learning.MakeLines(ctx, l, searcher, s, tasks.Show)
		return err
	})
	if err != nil {
		return err
	}
	if err := durable.WriteBytes(c.Out, content); err != nil {
		return fmt.Errorf("train: --out: %w", err)
	}
	tasks.Close()
	_, err = fmt.Fprintf(stdout, "%s has %.2f MB. Of %s that it did not learn from, it explains %.1f%% of the "+
		"variance of the network's values.\n", c.Out, float64(len(content))/1e6,
		noun.Count(report.Held, "leaf", "leaves"), 100*report.Origin.Explained)
	return err
}

// withLesson calls do with the games of the run or of the file.
func (c *linesCommand) withLesson(ctx context.Context, do func(*learning.Lesson) error) error {
	if c.Games != "" {
		l, err := learning.LessonOfFile(c.Games, c.Teacher, c.Seed)
		if err != nil {
			return fmt.Errorf("train: --games: %w", err)
		}
		return do(l)
	}
	err := runs.Read(ctx, c.Run, func(r *runs.Run) error {
		l, err := learning.LessonOfRun(ctx, r, c.Seed)
		if err != nil {
			return err
		}
		if c.Teacher != "" {
			if err := l.Ask(c.Teacher); err != nil {
				return &cli.UsageError{Err: err}
			}
		}
		return do(l)
	})
	if errors.Is(err, runs.ErrNoRun) || errors.Is(err, learning.ErrNothing) {
		err = cli.Usagef("--run: %w", err)
	}
	return err
}
