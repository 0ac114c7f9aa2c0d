package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/result"
)

// matchCommand is the command line of arena match.
type matchCommand struct {
	A string `arg:"" help:"The player to measure."`
	B string `arg:"" help:"Its opponent."`

	terms `embed:""`
	SPRT  hypotheses `name:"sprt" help:"Stop as soon as a sequential test decides whether A is ELO1 or ELO0 points better than B: --sprt=0,50." placeholder:"ELO0,ELO1"`
	Alpha *float64   `help:"Probability that the test accepts ELO1 although ELO0 is true. Default: 0.05." placeholder:"P"`
	Beta  *float64   `help:"Probability that the test accepts ELO0 although ELO1 is true. Default: 0.05." placeholder:"P"`
}

// Help is the long help.
func (matchCommand) Help() string {
	return `The players play every opening twice, with colours exchanged, and the two games count as
one observation. So an opening that favours a colour favours no player. Elo differences are
logistic, with 95% intervals.

` + player.Help() + `

` + keptHelp + `

Examples:

  arena match rollout,sims=500 random --rules epaminondas:8x8 --games 20
  arena match net:new.safetensors net:old.safetensors,sims=128 --games 400 --sprt 0,50
  arena match net:a.safetensors alphabeta --each time=1s --html match.html
  arena match alphabeta "ugi:./theirs --quiet" --tc 60s+500ms --rules crossings

` + cli.ExitCodes
}

// hypotheses are the two rating differences of a test.
type hypotheses struct {
	elo0, elo1 float64
	given      bool
}

// UnmarshalText reads two numbers with a comma between them.
func (h *hypotheses) UnmarshalText(text []byte) error {
	low, high, _ := strings.Cut(string(text), ",")
	var err0, err1 error
	h.elo0, err0 = strconv.ParseFloat(low, 64)
	h.elo1, err1 = strconv.ParseFloat(high, 64)
	h.given = true
	if err0 != nil || err1 != nil {
		return fmt.Errorf("%q, want two rating differences ELO0,ELO1 such as 0,50", text)
	}
	return nil
}

func (c *matchCommand) run(ctx context.Context, line string, stdout, stderr io.Writer) error {
	players, err := readPlayers([]string{c.A, c.B}, c.Each)
	if err != nil {
		return err
	}
	if players[0].name == players[1].name { // a player may play against itself
		players[1].name += "#2"
	}
	m := tournament{kind: "match", command: line, terms: &c.terms, players: players,
		pairings: arena.Duel(), games: matchGames}
	if m.sprt, err = c.test(); err != nil {
		return err
	}
	return m.run(ctx, stdout, stderr)
}

// test returns the requested sequential test, or nil.
func (c *matchCommand) test() (*result.SPRT, error) {
	if !c.SPRT.given && (c.Alpha != nil || c.Beta != nil) {
		return nil, cli.Usagef("--alpha and --beta need a sequential test: give --sprt ELO0,ELO1 too")
	}
	if !c.SPRT.given {
		return nil, nil
	}
	t := &result.SPRT{Elo0: c.SPRT.elo0, Elo1: c.SPRT.elo1, Alpha: 0.05, Beta: 0.05}
	if c.Alpha != nil {
		t.Alpha = *c.Alpha
	}
	if c.Beta != nil {
		t.Beta = *c.Beta
	}
	return t, nil
}
