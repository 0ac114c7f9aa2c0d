package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"runtime"

	"epaminondas/game"
	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/alphabeta/lines"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/training/learning"
	"epaminondas/internal/training/runs"
	"epaminondas/net"
	"epaminondas/replay"
)

const linesDescription = `Train lines teaches the classical engine an evaluation of lines from the games and the network of a run.`

// linesCommand is the command line of train lines.
type linesCommand struct {
	Run       string `help:"Folder of the run. Its games have the positions, and its last network is the teacher." required:"" type:"path" placeholder:"DIR"`
	Out       string `help:"File for the evaluation." required:"" type:"path" placeholder:"FILE"`
	Teacher   string `help:"Checkpoint of another teacher." type:"existingfile" placeholder:"FILE"`
	Eval      string `help:"File of an evaluation that searches for the leaves, instead of the features." type:"existingfile" placeholder:"FILE"`
	Positions int    `help:"Leaves to learn from. Default: ${default}." default:"1500000" placeholder:"N"`
	Nodes     int    `help:"Positions of a search for leaves. Default: ${default}." default:"400" placeholder:"N"`
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
  arena match alphabeta,eval=epaminondas8.lines alphabeta --rules epaminondas:8x8 --each time=100ms

` + cli.ExitCodes
}

// check returns an error for a number out of range.
func (c *linesCommand) check() error {
	switch {
	case c.Positions < 1000 || c.Positions > 50_000_000:
		return cli.Usagef("--positions %d: want 1000 to 50000000", c.Positions)
	case c.Nodes < 1 || c.Nodes > 1_000_000:
		return cli.Usagef("--nodes %d: want 1 to 1000000", c.Nodes)
	}
	return cli.Writable("--out", c.Out, append(runs.Files(c.Run), c.Teacher, c.Eval)...)
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
	err := runs.Read(ctx, c.Run, func(r *runs.Run) error { return c.learn(ctx, r, settings, stdout, stderr) })
	if errors.Is(err, runs.ErrNoRun) {
		err = cli.Usagef("--run: %w", err)
	}
	return cli.Stopped(err, ", nothing was written")
}

// learn makes the evaluation from an open run.
func (c *linesCommand) learn(ctx context.Context, r *runs.Run, settings lines.Settings, stdout,
	stderr io.Writer) error {
	maker, origin, err := c.maker(ctx, r)
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
	origin.Positions, origin.Explained = report.Positions, 1-report.Error/report.Variance
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
func (c *linesCommand) maker(ctx context.Context, r *runs.Run) (*learning.Lines, lines.Origin, error) {
	origin := lines.Origin{Seed: c.Seed}
	rules := r.LastBoard()
	parsed, err := game.ParseRules(rules)
	if err != nil {
		return nil, origin, err
	}
	board, err := game.NewBoard(parsed)
	if err != nil {
		return nil, origin, err
	}
	checkpoint, name, err := c.teacher(ctx, r)
	if err != nil {
		return nil, origin, err
	}
	origin.Rules, origin.Teacher, origin.Step = rules, name, checkpoint.Meta.Step
	teacher, err := backend.Open(checkpoint.Weights, backend.Options{})
	if err != nil {
		return nil, origin, err
	}
	games, count, err := gamesOf(ctx, r, rules, c.Seed)
	if err != nil {
		return nil, origin, err
	}
	m := &learning.Lines{Board: board, Games: games, Teacher: teacher, Positions: c.Positions, Nodes: c.Nodes,
		Each: leavesOfSearch, Share: searchedShare(c.Positions, count), Parallel: runtime.GOMAXPROCS(0),
		Seed: c.Seed}
	if c.Eval != "" {
		if m.Searcher, err = lines.Load(c.Eval, board); err != nil {
			return nil, origin, &cli.UsageError{Err: err}
		}
	}
	return m, origin, nil
}

// leavesOfSearch is the number of leaves that are taken from a search.
const leavesOfSearch = 8

// searchedShare returns the share of a game's positions to search. Few positions of many games differ
// more than many positions of few games. A game is expected to have at least five positions with enough
// leaves.
func searchedShare(positions, games int) float64 {
	return min(1, max(0.05, float64(positions)/leavesOfSearch/5/float64(max(games, 1))))
}

// teacher returns the network that labels the leaves, and its name.
func (c *linesCommand) teacher(ctx context.Context, r *runs.Run) (*net.Checkpoint, string, error) {
	if c.Teacher != "" {
		checkpoint, err := net.LoadCheckpoint(c.Teacher)
		if err != nil {
			err = &cli.UsageError{Err: err}
		}
		return checkpoint, filepath.Base(c.Teacher), err
	}
	registry, err := r.Checkpoints(ctx)
	if err != nil {
		return nil, "", err
	}
	if len(registry) == 0 {
		return nil, "", cli.Usagef("--run %s: the run has no checkpoint yet", r.Dir)
	}
	last := registry[len(registry)-1]
	checkpoint, err := r.LoadWeights(ctx, last)
	return checkpoint, last.File, err
}

// gamesOf returns a reader of the run's games with the given rules, and their number. They come in random
// order from the newer two thirds of the games, which are the best ones. Damaged games are passed over.
func gamesOf(ctx context.Context, r *runs.Run, rules string, seed uint64) (
	next func(context.Context) (*replay.Game, bool, error), count int, err error) {
	last, err := r.Games.Last(ctx)
	if err != nil {
		return nil, 0, err
	}
	newest := int(last) * 2 / 3
	order := rand.New(rand.NewPCG(seed, 0)).Perm(newest)
	return func(ctx context.Context) (*replay.Game, bool, error) {
		for len(order) > 0 {
			id := last - int64(order[0])
			order = order[1:]
			g, err := r.Games.Load(ctx, id)
			switch {
			case errors.Is(err, replay.ErrCorrupt) || errors.Is(err, replay.ErrNoGame):
			case err != nil:
				return nil, false, err
			case g.Rules == rules:
				return g, true, nil
			}
		}
		return nil, false, nil
	}, newest, nil
}
