package main

import (
	"context"
	"io"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/player"
)

// gauntletCommand is the command line of arena gauntlet.
type gauntletCommand struct {
	One  string   `arg:"" help:"The player that plays against all others."`
	Many []string `arg:"" help:"The other players."`

	terms `embed:""`
}

// Help is the long help.
func (gauntletCommand) Help() string {
	return `One player meets each of the others, and the others do not meet each other. This is the
quickest way to place a new player among old ones. All pairings have the same openings.

` + ratingsHelp + `

` + player.Help() + `

` + keptHelp + `

Examples:

  arena gauntlet net:new.safetensors random rollout alphabeta --each time=100ms
  arena gauntlet net:new.safetensors net:old.safetensors "ugi:./theirs" --games 100 --html gauntlet.html

` + cli.ExitCodes
}

func (c *gauntletCommand) run(ctx context.Context, line string, stdout, stderr io.Writer) error {
	players, err := readPlayers(append([]string{c.One}, c.Many...), c.Each)
	if err != nil {
		return err
	}
	m := tournament{kind: "gauntlet", command: line, terms: &c.terms, players: players,
		pairings: arena.Gauntlet(len(players)), games: ladderGames}
	return m.run(ctx, stdout, stderr)
}
