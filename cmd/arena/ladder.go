package main

import (
	"context"
	"io"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/player"
)

// ladderCommand is the command line of arena ladder.
type ladderCommand struct {
	Players []string `arg:"" optional:"" help:"The players. With --run they play against the checkpoints of the run, by default random, rollout and alphabeta."`

	Run   string `help:"Folder of a run. Its checkpoints are players." type:"path" placeholder:"DIR"`
	Every int    `help:"With --run: use every N-th checkpoint, and always the first and the last." default:"1" placeholder:"N"`
	terms `embed:""`
}

// Help is the long help.
func (ladderCommand) Help() string {
	return `Every player meets every other one, and all pairings have the same openings. The command
prints a rating table. With --run the players are checkpoints of a run, and the page (--html)
draws their ratings over the training.

` + ratingsHelp + `

` + player.Help() + `

` + keptHelp + `

Examples:

  arena ladder --run runs/tiny --every 10 --html tiny.html
  arena ladder --run runs/tiny --every 10 --each sims=32 random greedy rollout alphabeta,nodes=1000
  arena ladder net:a.safetensors net:b.safetensors alphabeta random --each time=100ms --games 40

` + cli.ExitCodes
}

// fixedOpponents returns the opponents of a run's checkpoints if the user names no other players.
// They stay the same while the run changes.
func fixedOpponents() []string { return []string{"random", "rollout", "alphabeta"} }

func (c *ladderCommand) run(ctx context.Context, line string, stdout, stderr io.Writer) error {
	players, err := c.players(ctx)
	if err != nil {
		return err
	}
	m := meeting{kind: "ladder", command: line, folder: c.Run, terms: &c.terms, players: players,
		pairings: arena.RoundRobin(len(players)), games: ladderGames}
	return m.run(ctx, stdout, stderr)
}

func (c *ladderCommand) players(ctx context.Context) ([]entrant, error) {
	others := c.Players
	if len(others) == 0 {
		others = fixedOpponents()
	}
	switch {
	case c.Every < 1:
		return nil, cli.Usagef("--every %d: want a number from 1 on", c.Every)
	case c.Run == "" && len(c.Players) < 2:
		return nil, cli.Usagef(
			"a ladder needs at least two players: name them, or give --run DIR for the checkpoints of a run")
	case c.Run == "":
		return entrants(others, c.Each)
	}
	list, err := checkpoints(ctx, c.Run, c.Every, c.Each)
	if err != nil {
		return nil, err
	}
	rest, err := entrants(others, c.Each)
	return append(list, rest...), err
}
