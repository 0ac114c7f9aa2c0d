package main

import (
	"context"
	"fmt"
	"io"

	"epaminondas/game"
	"epaminondas/internal/base/cli"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/result"
	"epaminondas/mcts"
	"epaminondas/net"
)

// exactCommand is the command line of arena exact.
type exactCommand struct {
	Model     string         `help:"Checkpoint of the network to measure." required:"" type:"path" placeholder:"FILE"`
	Rules     string         `help:"Board to measure on, such as epaminondas:4x6x1. Default: the board that the network was trained on." placeholder:"RULES"`
	Positions int            `help:"Positions in each sample. The fixed sample of positions from games has 2000." default:"2000"`
	Sims      int            `help:"Simulations of each search." default:"32"`
	Device    backend.Device `help:"What evaluates positions: ${devices}." default:"auto" placeholder:"NAME"`
	Seed      uint64         `help:"Seed of the uniform sample. Use the same seed to compare networks on the same positions." default:"1"`
	Cache     string         `help:"Folder for solved boards. Default: epaminondas/solved in the user's cache folder." type:"path" placeholder:"DIR"`
	JSON      bool           `name:"json" help:"Print the result as JSON."`
}

// Help is the long help.
func (exactCommand) Help() string {
	return `On a small board the value of every position is known. The command measures a network on
two samples of positions. In each position the side to move can win or draw, but some move is a
mistake: it turns a win into a draw or a loss, or a draw into a loss. The first sample is drawn
uniformly from all placements of stones. Games reach few of them, so the second sample comes from
games between random, greedy and alphabeta, with random moves mixed in. For epaminondas:4x6x1 the
second sample comes with the program and does not change. For other boards the program draws it in
the same way (arena positions). The command prints how often the first choice of the raw policy is
a mistake, and how often the move of a search without noise is one, each with a 95% interval. The
ply limit does not count here: a draw is endless play.

A board is solved once and then kept: 4x6 with one row of stones takes a minute or two and under 1 GiB.

Examples:

  arena exact --model runs/tiny/checkpoints/step-0002000.safetensors
  arena exact --model tiny.safetensors --rules epaminondas:4x5x1 --positions 5000 --sims 128

` + cli.ExitCodes
}

// exactResult is the output of arena exact --json.
type exactResult struct {
	Rules     string `json:"rules"`
	Positions int    `json:"positions"`
	Seed      uint64 `json:"seed"`
	*result.Exact
}

func (c *exactCommand) run(ctx context.Context, _ string, stdout, stderr io.Writer) error {
	if err := c.check(); err != nil {
		return err
	}
	measured, err := c.measure(ctx, stderr)
	if err != nil {
		return cli.Stopped(err, ", nothing was measured")
	}
	return cli.WriteResult(stdout, c.JSON, measured, measured.writeTable)
}

// check reports invalid values.
func (c *exactCommand) check() error {
	if c.Positions < 1 {
		return cli.Usagef("--positions %d: want at least 1", c.Positions)
	}
	if c.Sims < 1 {
		return cli.Usagef("--sims %d: want at least 1", c.Sims)
	}
	return nil
}

func (c *exactCommand) measure(ctx context.Context, stderr io.Writer) (*exactResult, error) {
	checkpoint, err := net.LoadCheckpoint(c.Model)
	if err != nil {
		return nil, err
	}
	rules, err := c.rules(checkpoint.Meta.Rules)
	if err != nil {
		return nil, err
	}
	table, err := solved(ctx, rules, c.Cache, stderr)
	if err != nil {
		return nil, err
	}
	reached, err := arena.LoadPlayed(ctx, table, c.Positions)
	if err != nil {
		return nil, err
	}
	positions := table.Sample(c.Positions, c.Seed)
	progress := cli.NewProgress(stderr, "measure", int64(len(positions)+len(reached.Positions)))
	defer progress.Close()
	network, err := backend.Open(checkpoint.Weights, backend.Options{Device: c.Device})
	if err != nil {
		return nil, fmt.Errorf("arena: %s: %w", c.Model, err)
	}
	search, err := mcts.Play().Tuned(checkpoint.Weights.Search)
	if err != nil {
		return nil, fmt.Errorf("arena: %s: %w", c.Model, err)
	}
	trial := arena.ExactTrial{
		Table:       table,
		Positions:   positions,
		Played:      reached,
		Model:       arena.NamedNetwork{Name: c.Model, Evaluators: network},
		Search:      search,
		Simulations: c.Sims,
		Parallel:    network.Attributes().InFlight,
		Progress:    func(int, int) { progress.Add(1) },
	}
	exact, err := arena.MeasureExact(ctx, trial)
	if err != nil {
		return nil, err
	}
	return &exactResult{Rules: rules.Name(), Positions: len(trial.Positions), Seed: c.Seed, Exact: exact}, nil
}

// rules returns the rules of the measurement, without a ply limit.
func (c *exactCommand) rules(trained string) (game.Rules, error) {
	name := c.Rules
	if name == "" {
		name = trained
	}
	if name == "" {
		return game.Rules{},
			cli.Usagef(
				"%s does not name the board that it was trained on: give --rules, such as epaminondas:4x6x1",
				c.Model)
	}
	return solvable(name)
}

// writeTable writes the result for people.
func (r *exactResult) writeTable(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "%s on %s, sample with seed %d\n\n", r.Model, r.Rules, r.Seed); err != nil {
		return fmt.Errorf("arena: write the result: %w", err)
	}
	return arena.WriteExact(w, r.Exact)
}
