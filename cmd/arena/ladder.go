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

	Run    string `help:"Folder of a run. Its checkpoints are players." type:"path" placeholder:"DIR"`
	choice `embed:""`
	terms  `embed:""`
}

// Help is the long help.
func (ladderCommand) Help() string {
	return `Every player meets every other one, and all pairings have the same openings. The command
prints a rating table. With --run the players are checkpoints of a run, and the page (--html)
draws their ratings over the processor time of the run.

` + ratingsHelp + `

` + player.Help() + `

` + keptHelp + `

Examples:

  arena ladder --run runs/tiny --every 10 --html tiny.html
  arena ladder --run runs/tiny --doublings 6 --each sims=32 --html doublings.html
  arena ladder --run runs/tiny --every 10 --each sims=32 random greedy rollout alphabeta,nodes=1000
  arena ladder net:a.safetensors net:b.safetensors alphabeta random --each time=100ms --games 40

` + cli.ExitCodes
}

// fixedOpponents returns the opponents of a run's checkpoints if the user names no other players.
// They stay the same while the run changes.
func fixedOpponents() []string { return []string{"random", "rollout", "alphabeta"} }

func (c *ladderCommand) run(ctx context.Context, line string, stdout, stderr io.Writer) error {
	players, err := c.players(ctx, cli.Notes(stderr))
	if err != nil {
		return err
	}
	m := tournament{kind: "ladder", command: line, folder: c.Run, terms: &c.terms, players: players,
		pairings: arena.RoundRobin(len(players)), games: ladderGames}
	return m.run(ctx, stdout, stderr)
}

// players returns the players of the ladder. It passes messages for the user to the function note.
func (c *ladderCommand) players(ctx context.Context, note func(string)) ([]namedPlayer, error) {
	others := c.Players
	if len(others) == 0 {
		others = fixedOpponents()
	}
	if err := c.choice.validate(); err != nil {
		return nil, err
	}
	switch {
	case c.Run == "" && (c.Every != nil || c.Doublings > 0):
		return nil, cli.Usagef("--every and --doublings choose checkpoints of a run: give --run DIR")
	case c.Run == "" && len(c.Players) < 2:
		return nil, cli.Usagef(
			"a ladder needs at least two players: name them, or give --run DIR for the checkpoints of a run")
	case c.Run == "":
		return readPlayers(others, c.Each)
	}
	list, rules, err := checkpoints(ctx, c.Run, c.choice, c.Each, note)
	if err != nil {
		return nil, err
	}
	if c.Rules == "" { // the first stage of the run may have been on another board
		c.Rules = rules
	}
	rest, err := readPlayers(others, c.Each)
	return append(list, rest...), err
}
