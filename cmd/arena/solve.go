package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"epaminondas/game"
	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/solve"
)

// solveCommand is the command line of arena solve.
type solveCommand struct {
	Rules string `help:"Board to solve. The default, 4x6 with one row of stones, takes a minute or two the first time." default:"epaminondas:4x6x1" placeholder:"RULES"`
	Cache string `help:"Folder for solved boards. Default: epaminondas/solved in the user's cache folder." type:"path" placeholder:"DIR"`
	JSON  bool   `name:"json" help:"Print the counts as JSON."`
}

// Help is the long help.
func (solveCommand) Help() string {
	return `The command counts every placement of none to all of each side's stones, with either side
to move, even those that no game reaches. The ply limit does not count here: a draw is endless
play. Boards have up to 24 squares and one row of stones a side.

Examples:

  arena solve --rules epaminondas:4x4x1
  arena solve --rules epaminondas:4x5x1 --json

` + cli.ExitCodes
}

// solveResult is the output of arena solve --json.
type solveResult struct {
	Rules      string   `json:"rules"`
	Placements int64    `json:"placements"`
	White      standing `json:"white_to_move"`
	Black      standing `json:"black_to_move"`
	Start      string   `json:"start"` // the value for White, the side to move
}

// standing counts positions by their value for the side to move.
type standing struct {
	Won   int64 `json:"won"`
	Lost  int64 `json:"lost"`
	Drawn int64 `json:"drawn"`
}

func (c *solveCommand) run(ctx context.Context, _ string, stdout, stderr io.Writer) error {
	rules, err := solvable(c.Rules)
	if err != nil {
		return err
	}
	table, err := solved(ctx, rules, c.Cache, stderr)
	if err != nil {
		return cli.Stopped(err, ", nothing was solved")
	}
	result, err := count(table)
	if err != nil {
		return err
	}
	return cli.WriteResult(stdout, c.JSON, result, result.writeTable)
}

// count returns the counts of a table. Turning the board and exchanging the colours maps the
// positions of one side to those of the other side. So both sides have the same counts.
func count(t *solve.Table) (*solveResult, error) {
	board, err := game.NewBoard(t.Rules())
	if err != nil {
		return nil, err
	}
	first := board.Start()
	start, err := t.Value(&first)
	if err != nil {
		return nil, err
	}
	c := t.Counts()
	side := standing{Won: c.Won, Lost: c.Lost, Drawn: c.Drawn}
	return &solveResult{Rules: t.Rules().Name(), Placements: c.Placements, White: side, Black: side,
		Start: start.String()}, nil
}

// writeTable writes the counts as a table for people to read.
func (r *solveResult) writeTable(w io.Writer) error {
	fmt.Fprintf(w, "%s: %s, the start is a %s for White\n\n", r.Rules,
		noun.Count(r.Placements, "placement"), r.Start)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\twon\tlost\tdrawn\t")
	for _, row := range []struct {
		name string
		side standing
	}{{"White to move", r.White}, {"Black to move", r.Black}} {
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t\n", row.name, row.side.Won, row.side.Lost, row.side.Drawn)
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("arena: write the counts: %w", err)
	}
	return nil
}

// solvable reads the name of a board that can be solved, and removes its ply limit.
func solvable(name string) (game.Rules, error) {
	rules, err := game.ParseRules(name)
	if err != nil {
		return rules, cli.Usagef("--rules: %w", err)
	}
	rules = rules.Unlimited()
	if err := solve.Supported(rules); err != nil {
		return rules, cli.Usagef("--rules %s: %w", name, err)
	}
	return rules, nil
}

// solved returns the values of all positions. It reads them from the cache or computes them.
func solved(ctx context.Context, rules game.Rules, cache string, stderr io.Writer) (*solve.Table, error) {
	var progress *cli.Progress // nil until the first report; a cached table gives none
	defer func() { progress.Close() }()
	return solve.Load(ctx, rules, cache, func(done, total int64) {
		if progress == nil {
			progress = cli.NewProgress(stderr, "solve "+rules.Name(), total)
		}
		progress.Set(done)
	})
}
