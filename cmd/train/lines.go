package main

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"epaminondas/game"
	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/alphabeta/lines"
	"epaminondas/internal/engine/backend"
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
	case c.Positions < 1000 || c.Positions > 50_000_000:
		return cli.Usagef("--positions %d: want 1000 to 50000000", c.Positions)
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
	settings := lines.DefaultSettings()
	settings.Epochs, settings.Scale, settings.Seed = c.Epochs, c.Scale, c.Seed
	if err := settings.Validate(); err != nil {
		return &cli.UsageError{Err: err}
	}
	if err := c.check(); err != nil {
		return err
	}
	err := c.withLesson(ctx, func(l *lesson) error { return c.learn(ctx, l, settings, stdout, stderr) })
	return cli.Stopped(err, ", nothing was written")
}

// learn makes the evaluation.
func (c *linesCommand) learn(ctx context.Context, l *lesson, settings lines.Settings, stdout,
	stderr io.Writer) error {
	maker, err := c.maker(l)
	if err != nil {
		return err
	}
	data, err := collect(ctx, maker, stderr)
	if err != nil {
		return err
	}
	weights, report, err := learnLines(ctx, data, settings, stderr)
	if err != nil {
		return err
	}
	origin := lines.Origin{Rules: l.rules, Teacher: l.name, Step: l.teacher.Meta.Step, Seed: c.Seed,
		Positions: report.Positions, Explained: 1 - report.Error/report.Variance}
	content, err := lines.Encode(weights, origin)
	if err != nil {
		return err
	}
	if err := durable.WriteBytes(c.Out, content); err != nil {
		return fmt.Errorf("train: --out: %w", err)
	}
	_, err = fmt.Fprintf(stdout, "%s has %.2f MB. Of %s that it did not learn from, it explains %.1f%% of the "+
		"variance of the network's values.\n", c.Out, float64(len(content))/1e6,
		noun.Count(report.Held, "leaf", "leaves"), 100*origin.Explained)
	return err
}

// collect finds the leaves.
func collect(ctx context.Context, maker *learning.Lines, stderr io.Writer) (*lines.Data, error) {
	progress := cli.NewProgress(stderr, "leaves", int64(maker.Positions))
	defer progress.Close()
	maker.Progress = func(n int) { progress.Set(int64(n)) }
	data, err := maker.Collect(ctx)
	if err == nil {
		err = maker.Enough(data)
	}
	return data, err
}

// learnLines learns the weights.
func learnLines(ctx context.Context, data *lines.Data, settings lines.Settings, stderr io.Writer) (
	*lines.Weights, lines.Report, error) {
	const thousandths = 1000
	progress := cli.NewProgress(stderr, "learned, in thousandths", thousandths)
	defer progress.Close()
	return lines.Learn(ctx, data, settings, func(share float64) { progress.Set(int64(thousandths * share)) })
}

// maker prepares the search for leaves.
func (c *linesCommand) maker(l *lesson) (*learning.Lines, error) {
	parsed, err := game.ParseRules(l.rules)
	if err != nil {
		return nil, err
	}
	board, err := game.NewBoard(parsed)
	if err != nil {
		return nil, err
	}
	teacher, err := backend.Open(l.teacher.Weights, backend.Options{})
	if err != nil {
		return nil, err
	}
	m := &learning.Lines{
		Board: board, Games: l.games, Teacher: teacher, Simulations: c.Sims, Positions: c.Positions,
		Nodes: c.Nodes, Each: leavesOfSearch, Share: searchedShare(c.Positions, l.count),
		Parallel: runtime.GOMAXPROCS(0), Seed: c.Seed,
	}
	if c.Eval != "" {
		if m.Searcher, err = lines.Load(c.Eval, board); err != nil {
			return nil, &cli.UsageError{Err: err}
		}
	}
	return m, nil
}

// leavesOfSearch is the number of leaves that are taken from a search.
const leavesOfSearch = 8

// searchedShare returns the share of a game's positions to search. Few positions of many games differ
// more than many positions of few games. A game is expected to have at least five positions with enough
// leaves.
func searchedShare(positions, games int) float64 {
	return min(1, max(0.05, float64(positions)/leavesOfSearch/5/float64(max(games, 1))))
}
