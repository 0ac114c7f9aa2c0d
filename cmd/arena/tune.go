package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"epaminondas/game"
	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/engine/alphabeta"
	"epaminondas/internal/engine/alphabeta/tune"
)

// tuneCommand is the command line of arena tune.
type tuneCommand struct {
	Rules       string `help:"Game and board: epaminondas (14x12), crossings, epaminondas:8x8." default:"epaminondas" placeholder:"RULES"`
	MaxPlies    *int   `help:"Ply at which a game ends and advancement decides it. Default: as in arena match." placeholder:"N"`
	Weights     string `help:"File of the initial weights, which also play the games. Default: the engine's weights." type:"path" placeholder:"FILE"`
	Games       int    `help:"Games that the engine plays against itself." default:"400"`
	Nodes       int    `help:"Positions that the engine searches for each move." default:"1000"`
	RandomPlies int    `help:"Random plies at the start of every game." default:"8"`
	Parallel    int    `help:"Games to play at the same time. The result does not depend on it. Default: one for each core." placeholder:"N"`
	Seed        uint64 `help:"Seed of the random plies. The same seed gives the same weights." default:"1"`
	Out         string `help:"File for the fitted weights. The player alphabeta,weights=FILE uses them." required:"" type:"path" placeholder:"FILE"`
}

// Help is the long help.
func (tuneCommand) Help() string {
	return `The engine alphabeta plays games against itself. The command fits the weights of its
evaluation to the results, by logistic regression (Texel's method). Every fifth game is held out.
A better fit need not play better: let a match decide, at equal nodes or time.

Examples:

  arena tune --rules crossings --out crossings.json
  arena match alphabeta,weights=crossings.json alphabeta --rules crossings --each nodes=5000 --games 200

` + cli.ExitCodes
}

func (c *tuneCommand) run(ctx context.Context, _ string, stdout, stderr io.Writer) error {
	board, err := (&conditions{Rules: c.Rules, MaxPlies: c.MaxPlies}).board(nil)
	if err != nil {
		return err
	}
	start, err := c.start(board)
	if err != nil {
		return err
	}
	config := tune.Default()
	config.Games, config.Nodes, config.Random, config.Parallel, config.Seed = c.Games, c.Nodes,
		c.RandomPlies, orCores(c.Parallel), c.Seed
	if err := errors.Join(config.Validate(), cli.Writable("--out", c.Out, c.Weights)); err != nil {
		return &cli.UsageError{Err: err}
	}
	fitted, report, err := c.fit(ctx, board, start, config, stderr)
	if err != nil {
		return cli.Stopped(err, ", nothing was fitted")
	}
	if err := durable.WriteFile(c.Out,
		func(w io.Writer) error { return alphabeta.WriteWeights(w, fitted) }); err != nil {
		return fmt.Errorf("arena: --out: %w", err)
	}
	return showFit(stdout, start, fitted, report)
}

// start returns the first weights.
func (c *tuneCommand) start(b *game.Board) (alphabeta.Weights, error) {
	if c.Weights == "" {
		return alphabeta.DefaultWeights(b.Rules()), nil
	}
	w, err := alphabeta.LoadWeights(c.Weights)
	if err != nil {
		return w, cli.Usagef("--weights: %w", err)
	}
	return w, nil
}

// fit plays the games and fits the weights.
func (c *tuneCommand) fit(ctx context.Context, b *game.Board, start alphabeta.Weights,
	config tune.Config, stderr io.Writer) (alphabeta.Weights, tune.Report, error) {
	progress := cli.NewProgress(stderr, "games", int64(c.Games))
	defer progress.Close()
	samples, err := tune.Play(ctx, b, start, config, func() { progress.Add(1) })
	if err != nil {
		return start, tune.Report{}, err
	}
	return tune.Fit(ctx, samples, start)
}

// showFit writes the weights before and after the fit, and their losses.
func showFit(w io.Writer, start, fitted alphabeta.Weights, r tune.Report) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "\tpositions\tgames\tloss before\tafter\t\n")
	fmt.Fprintf(t, "fitted to\t%d\t%d\t%.4f\t%.4f\t\n", r.Samples, r.Games, r.Start, r.Fitted)
	fmt.Fprintf(t, "held out\t%d\t%d\t%.4f\t%.4f\t\n\t\t\t\t\t\n", r.HeldSamples, r.HeldGames,
		r.HeldStart, r.HeldFitted)
	fmt.Fprintf(t, "weight\t\t\tbefore\tafter\t\n")
	after := fitted.Vector()
	for i, before := range start.Vector() {
		fmt.Fprintf(t, "%s\t\t\t%d\t%d\t\n", alphabeta.TermName(i), before, after[i])
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("arena: write the weights: %w", err)
	}
	return nil
}
