package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/match/judge"
	"epaminondas/internal/match/player"
)

// judgeCommand is the command line of arena judge.
type judgeCommand struct {
	Players []string `arg:"" help:"The players. The second table compares each with the first."`

	Rules     string         `help:"Board to judge on. Default: the board that the networks were trained on." placeholder:"RULES"`
	Positions string         `help:"File of positions, as --make writes it. Default: the positions that come with the program, or a sample of a solvable board." type:"path" placeholder:"FILE"`
	Count     int            `help:"Number of positions. Default: all; 2000 on a solvable board; 400 for --make." placeholder:"N"`
	Nodes     int            `help:"Positions that the reference searches for each move. Has no effect on a solvable board." default:"20000"`
	Each      string         `help:"Limits for players that search and have no limits of their own, such as time=100ms or sims=400." placeholder:"OPTIONS"`
	Device    backend.Device `help:"What evaluates the positions of networks: ${devices}. A player's own device= takes precedence." default:"auto" placeholder:"NAME"`
	Parallel  int            `help:"Positions to judge at the same time. Default: one for each core, or 8 for each core with a wide network without a time limit." placeholder:"N"`
	Seed      uint64         `help:"Seed of the players' randomness, of --make, and of the sample of a solved board." default:"1"`
	Cache     string         `help:"Folder for judgements and solved boards. Default: epaminondas/judged and epaminondas/solved in the user's cache folder." type:"path" placeholder:"DIR"`
	Make      string         `help:"Write a file of positions from games between the players, and judge nothing." type:"path" placeholder:"FILE"`
	JSON      bool           `name:"json" help:"Print the result as JSON."`
}

// Help is the long help.
func (judgeCommand) Help() string {
	return `Judge compares players in minutes, without games. Each player chooses a move in a few
hundred positions, and a stronger reference says how good each move is. On a solvable board the
reference is the exact value. On other boards it is alphabeta with --nodes positions a move, and
the wins and losses that it proves.

A value is the expected result for the mover, from -1 to 1. The regret of a move is the value of
the best judged move minus its own value. The judged moves are the reference's choice and the
choices of all named players. The regret of a best move is at most 0.01, and a blunder has a
regret above 0.5. A player throws a win away if it blunders in a position with a move that is
proven to win.

The second table has the differences to the first player, position by position. Positions in which
both choose the same move count as 0, so small differences show. Name the players that you compare
in one command. Judgements are kept, so another player costs only its new moves. Limits by nodes
or simulations give the same result on every machine. A player limited by time depends on the
machine and on --parallel searches at once.

The reference favours players that are similar to it. Do not trust a small difference between
alphabeta and a network. Only a match decides which player is stronger. Judge helps to choose the
match.

` + player.Help() + `

Examples:

  arena judge net:a.safetensors,policy net:b.safetensors,policy
  arena judge net:a.safetensors net:b.safetensors --each sims=64
  arena judge alphabeta,nodes=100 alphabeta,nodes=1000 greedy --rules crossings
  arena judge --make my.txt --rules crossings alphabeta,nodes=100 alphabeta,nodes=1000 greedy
  arena judge --positions my.txt net:a.safetensors net:b.safetensors

` + cli.ExitCodes
}

func (c *judgeCommand) run(ctx context.Context, line string, stdout, stderr io.Writer) error {
	if err := c.check(); err != nil {
		return err
	}
	players, err := readPlayers(c.Players, c.Each)
	if err != nil {
		return err
	}
	if err := different(players); err != nil {
		return err
	}
	if err := cli.Writable("--make", c.Make, filesOf(players)...); err != nil {
		return err
	}
	if c.Make != "" {
		return cli.Stopped(c.makeSet(ctx, line, players, stderr), ", and no file was written")
	}
	return cli.Stopped(c.judge(ctx, players, stdout, stderr),
		": the judgements so far are kept; give the same command to continue")
}

// check reports invalid values.
func (c *judgeCommand) check() error {
	switch {
	case c.Count < 0 || c.Count == 1:
		return cli.Usagef("--count %d: want at least 2", c.Count)
	case c.Nodes < 1:
		return cli.Usagef("--nodes %d: want at least 1", c.Nodes)
	case c.Parallel < 0:
		return cli.Usagef("--parallel %d: want at least 1 position at a time", c.Parallel)
	case c.Make != "" && c.Positions != "":
		return cli.Usagef("--make and --positions: give only one of them")
	}
	return nil
}

// judge asks the players and the reference, and prints the result.
func (c *judgeCommand) judge(ctx context.Context, players []namedPlayer, stdout, stderr io.Writer) (
	err error) {
	steps := &cli.Tasks{Out: stderr}
	defer steps.Close()
	bench, err := c.bench(ctx, players, steps)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bench.Close()) }()
	trial := judge.Trial{
		Board: bench.Board, Positions: bench.Positions, Reference: bench.Reference,
		Seed: c.Seed, Parallel: orCores(c.Parallel), Progress: steps.Show,
	}
	if trial.Players, err = factories(players, bench.Board, c.Device); err != nil {
		return err
	}
	if c.Parallel > 0 {
		for i := range trial.Players {
			trial.Players[i].Together = 0
		}
	}
	report, err := judge.Run(ctx, trial)
	steps.Close()
	if err != nil {
		return err
	}
	return cli.WriteResult(stdout, c.JSON, report, report.WriteTable)
}

// bench returns the requested positions, and the reference that judges moves in them.
func (c *judgeCommand) bench(ctx context.Context, players []namedPlayer, steps *cli.Tasks) (
	*judge.TestSet, error) {
	source := judge.Source{
		File: c.Positions, Count: c.Count, Nodes: c.Nodes, Seed: c.Seed, Cache: c.Cache,
		Solving: func(done, total int64) { steps.Show("solve the board, once", int(done), int(total)) },
	}
	if c.Positions == "" {
		var err error
		if source.Rules, err = (&conditions{Rules: c.Rules}).rules(players); err != nil {
			return nil, err
		}
	}
	bench, err := judge.Open(ctx, source)
	if errors.Is(err, judge.ErrNoSet) || errors.Is(err, os.ErrNotExist) && c.Positions != "" {
		err = &cli.UsageError{Err: err}
	}
	return bench, err
}

// madePositions is the default number of positions to make.
const madePositions = 400

// makeSet makes a file of positions.
func (c *judgeCommand) makeSet(ctx context.Context, line string, players []namedPlayer,
	stderr io.Writer) error {
	board, err := (&conditions{Rules: c.Rules}).board(players)
	if err != nil {
		return err
	}
	m := judge.Making{Board: board, Positions: c.Count, Nodes: c.Nodes, Seed: c.Seed,
		Parallel: orCores(c.Parallel)}
	if m.Positions == 0 {
		m.Positions = madePositions
	}
	if m.Players, err = factories(players, board, c.Device); err != nil {
		return err
	}
	steps := &cli.Tasks{Out: stderr}
	defer steps.Close()
	m.Progress = steps.Show
	set, err := judge.Make(ctx, m)
	if err != nil {
		return err
	}
	comments := []string{"Positions by which arena judge tells players apart, in random order; docs/judging.md describes the file. Made by", line}
	if err := durable.WriteFile(c.Make,
		func(w io.Writer) error { return set.Write(w, comments) }); err != nil {
		return fmt.Errorf("arena: --make: %w", err)
	}
	return nil
}
