package main

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/match/arena"
)

// positionsCommand is the command line of arena positions.
type positionsCommand struct {
	Rules     string `help:"Board to solve." default:"epaminondas:4x6x1" placeholder:"RULES"`
	Positions int    `help:"Positions in the sample." default:"2000"`
	Seed      uint64 `help:"Seed of the games." default:"1"`
	Out       string `help:"File to write instead of standard output." type:"path" placeholder:"FILE"`
	Cache     string `help:"Folder for solved boards. Default: epaminondas/solved in the user's cache folder." type:"path" placeholder:"DIR"`
}

// Help is the long help.
func (positionsCommand) Help() string {
	return `Prints positions from games on a solved board, one a line. In each position some move is a
mistake. Each side of a game is random, greedy or alphabeta with 200 nodes. Games begin with up to
6 random moves, and a tenth of the later moves are random. The command collects four times as many
positions as it prints, counts mirror images as one, and draws the sample uniformly. The same seed
gives the same positions.

arena exact measures networks on such a sample. The sample of 4x6 comes with the program, so it
stays the same when the players change. For other boards arena exact draws a sample with seed 1.

Examples:

  arena positions --rules epaminondas:4x5x1 --positions 500
  arena positions --seed 2 --out other.txt

` + cli.ExitCodes
}

func (c *positionsCommand) run(ctx context.Context, _ string, stdout, stderr io.Writer) error {
	if c.Positions < 1 {
		return cli.Usagef("--positions %d: want at least 1", c.Positions)
	}
	if err := cli.Writable("--out", c.Out); err != nil {
		return err
	}
	text, err := c.draw(ctx, stderr)
	return writeDrawn(stdout, c.Out, text, err)
}

// draw returns the sample as text.
func (c *positionsCommand) draw(ctx context.Context, stderr io.Writer) ([]byte, error) {
	rules, err := solvable(c.Rules)
	if err != nil {
		return nil, err
	}
	table, err := solved(ctx, rules, c.Cache, stderr)
	if err != nil {
		return nil, err
	}
	positions, err := arena.DrawPlayed(ctx, table, c.Positions, c.Seed)
	if err != nil {
		return nil, err
	}
	if len(positions) < c.Positions {
		fmt.Fprintf(stderr, "the games reached only %s\n",
			noun.Count(len(positions), "suitable position"))
	}
	var text bytes.Buffer
	err = arena.WritePlayed(&text, rules, c.Seed, positions)
	return text.Bytes(), err
}
