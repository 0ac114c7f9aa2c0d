package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/match/judge"
	"epaminondas/internal/match/player"
)

// judgeCommand is the command line of arena judge.
type judgeCommand struct {
	Players []string `arg:"" help:"The players. Differences are to the first."`

	Rules     string `help:"Board to judge on. Default: the one that the networks were trained on." placeholder:"RULES"`
	Positions string `help:"File of positions, as --make writes it. Default: those that come with the program, or a sample of a board that can be solved." type:"path" placeholder:"FILE"`
	Count     int    `help:"Use only so many positions. Default: all; 2000 of a board that can be solved; 400 for --make." placeholder:"N"`
	Nodes     int    `help:"Positions that the reference enters for each move. Has no effect where the board can be solved." default:"20000"`
	Each      string `help:"Limits for every player that searches and has none of its own, such as time=100ms or sims=400." placeholder:"OPTIONS"`
	Parallel  int    `help:"Positions at the same time. Default: one for each core." placeholder:"N"`
	Seed      uint64 `help:"Seed of the players' randomness, of --make, and of the sample of a solved board." default:"1"`
	Cache     string `help:"Folder that keeps judgements and solved boards. Default: epaminondas/judged and epaminondas/solved in the user's cache folder." type:"path" placeholder:"DIR"`
	Make      string `help:"Do not judge: make a file of positions from games between the players." type:"path" placeholder:"FILE"`
	JSON      bool   `name:"json" help:"Print the result as JSON."`
}

// Help is the long help.
func (judgeCommand) Help() string {
	return `Judge compares players without games, in minutes. Each player chooses a move in a few hundred positions, and a reference that is stronger than all of them says what the moves are worth. Where the board can be solved, that is the exact value. Elsewhere it is alphabeta at --nodes positions a move, and its proofs.

A value is the expected result for the mover, from -1 to 1. The regret of a move is what it is worth less than the best move that was judged: the reference's own choice, and those of all players named. A best move has a regret of at most 0.01, a blunder one above 0.5. A win is thrown away by a blunder in a position with a move that is proven to win.

The second table has the differences to the first player, position by position. Positions in which both choose the same move count as 0 there, so small differences show. Name the players that you compare in one command; judgements are kept, so that another player costs only its new moves. Limits by nodes or simulations give the same result on every machine. A player limited by time plays as on this machine with --parallel searches at once.

The reference favours what thinks as it does: do not compare alphabeta with networks by it where the difference is small. A match decides; judge says which match is worth playing.

` + player.Help() + `

Examples:

  arena judge net:a.safetensors,policy net:b.safetensors,policy
  arena judge net:a.safetensors net:b.safetensors --each sims=64
  arena judge alphabeta,nodes=100 alphabeta,nodes=1000 greedy --rules crossings
  arena judge --make my.txt --rules crossings alphabeta,nodes=100 alphabeta,nodes=1000 greedy net:models/crossings.safetensors,policy
  arena judge --positions my.txt net:a.safetensors net:b.safetensors

` + cli.ExitCodes
}

func (c *judgeCommand) run(ctx context.Context, line string, stdout, stderr io.Writer) error {
	if err := c.check(); err != nil {
		return err
	}
	players, err := entrants(c.Players, c.Each)
	if err != nil {
		return err
	}
	if err := different(players); err != nil {
		return err
	}
	if c.Make != "" {
		err = c.makeSet(ctx, line, players, stderr)
	} else {
		err = c.judge(ctx, players, stdout, stderr)
	}
	switch {
	case errors.Is(err, context.Canceled) && c.Make != "":
		return fmt.Errorf("%w, nothing was made", cli.ErrInterrupted)
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%w: the judgements so far are kept, the same command goes on", cli.ErrInterrupted)
	}
	return err
}

// check reports invalid values.
func (c *judgeCommand) check() error {
	switch {
	case c.Count < 0 || c.Count == 1:
		return cli.Usagef("--count %d: want at least 2", c.Count)
	case c.Nodes < 1:
		return cli.Usagef("--nodes %d: want at least 1", c.Nodes)
	case c.Parallel < 0:
		return cli.Usagef("--parallel %d: want a number of positions from 1 on", c.Parallel)
	case c.Make != "" && c.Positions != "":
		return cli.Usagef("--make and --positions: give one of them")
	}
	return writable("--make", c.Make)
}

// judge asks the players and the reference.
func (c *judgeCommand) judge(ctx context.Context, players []entrant, stdout, stderr io.Writer) (err error) {
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
	if trial.Players, err = contestants(players, bench.Board); err != nil {
		return err
	}
	report, err := judge.Run(ctx, trial)
	steps.Close()
	if err != nil {
		return err
	}
	if c.JSON {
		return writeJSON(stdout, report)
	}
	return report.WriteTable(stdout)
}

// bench returns the requested positions and reference.
func (c *judgeCommand) bench(ctx context.Context, players []entrant, steps *cli.Tasks) (*judge.Bench, error) {
	source := judge.Source{
		File: c.Positions, Count: c.Count, Nodes: c.Nodes, Seed: c.Seed, Cache: c.Cache,
		Solving: func(done, total int64) { steps.Show("solve the board, once", int(done), int(total)) },
	}
	if c.Positions == "" {
		var err error
		if source.Rules, err = (&terms{Rules: c.Rules}).rules(players); err != nil {
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
func (c *judgeCommand) makeSet(ctx context.Context, line string, players []entrant, stderr io.Writer) error {
	board, err := (&terms{Rules: c.Rules}).board(players)
	if err != nil {
		return err
	}
	m := judge.Making{Board: board, Positions: c.Count, Nodes: c.Nodes, Seed: c.Seed, Parallel: orCores(c.Parallel)}
	if m.Positions == 0 {
		m.Positions = madePositions
	}
	if m.Players, err = contestants(players, board); err != nil {
		return err
	}
	steps := &cli.Tasks{Out: stderr}
	defer steps.Close()
	m.Progress = steps.Show
	set, err := judge.Make(ctx, m)
	if err != nil {
		return err
	}
	comments := []string{"Positions by which arena judge tells players apart, in random order; docs/arena.md describes the file. Made by", line}
	if err := durable.WriteFile(c.Make, func(w io.Writer) error { return set.Write(w, comments) }); err != nil {
		return fmt.Errorf("arena: --make: %w", err)
	}
	return nil
}
