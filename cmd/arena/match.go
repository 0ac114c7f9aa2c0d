package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/arena"
	"epaminondas/internal/cli"
	"epaminondas/internal/rating"
	"epaminondas/internal/record"
)

// matchCommand is the command line of arena match.
type matchCommand struct {
	A string `arg:"" help:"The player that is measured."`
	B string `arg:"" help:"The player it is measured against."`

	Rules        string     `help:"Game and board: crossings, epaminondas (14x12), epaminondas:8x8, epaminondas:4x6x1 (one row of stones), also with options: epaminondas:8x8,limit=draw. Default: what the networks were trained on; without a network crossings." placeholder:"RULES"`
	Games        int        `help:"Games to play, two from each opening; with --sprt the most that are played." default:"100"`
	OpeningPlies int        `help:"Random plies that each pair of games begins with." default:"4" aliases:"openings-plies"`
	Parallel     int        `help:"Games at the same time. Default: one for each core. With time=D give each player a core of its own." placeholder:"N"`
	Seed         uint64     `help:"Seed of the openings and of the players' randomness. The same match gives the same games where players are limited by sims." default:"1"`
	MaxPlies     *int       `help:"Ply at which a game is stopped and judged by advancement, 0 for never. Default: what --rules says, else by the board: 60 on 4x6, 150 on 8x8, 300 on 14x12." placeholder:"N"`
	SPRT         hypotheses `name:"sprt" help:"Stop as soon as it is clear whether A is ELO1 points better than B rather than ELO0: --sprt=0,50." placeholder:"ELO0,ELO1"`
	Alpha        float64    `help:"Chance of believing --sprt's ELO1 where ELO0 is true." default:"0.05"`
	Beta         float64    `help:"Chance of believing --sprt's ELO0 where ELO1 is true." default:"0.05"`
	JSON         bool       `name:"json" help:"Print the result as JSON."`
	GamesOut     string     `help:"Keep the games in this file, as text that reads like PGN." type:"path" placeholder:"FILE"`
}

// Help is the long help.
func (matchCommand) Help() string {
	return `Every opening is played twice, with the colours exchanged, and the pair of games counts as one observation: an opening that favours a colour favours nobody. Elo differences are logistic, with 95% intervals.

` + arena.Players + `

Examples:

  arena match rollout,sims=500 random --rules epaminondas:8x8 --games 20
  arena match net:new.safetensors net:old.safetensors,sims=128 --games 400 --sprt 0,50
  arena match net:a.safetensors,time=1s rollout,time=1s --parallel 1 --games-out a.games

` + cli.ExitCodes
}

// hypotheses are the rating differences that a test tells apart.
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

func (c *matchCommand) run(ctx context.Context, stdout, stderr io.Writer) error {
	match, err := c.match(ctx)
	if err != nil {
		return err
	}
	progress := cli.NewProgress(stderr, "match", int64(c.Games))
	match.Progress = func(s arena.Standing) {
		progress.Status(fmt.Sprintf("A +%d =%d -%d", s.Total.Wins, s.Total.Draws, s.Total.Losses))
		progress.Set(int64(s.Played))
	}
	standings, err := match.Play(ctx)
	progress.Close()
	if standings == nil {
		return err
	}
	result := standings.Results[0]
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w after %d of %d games", cli.ErrInterrupted, result.Total.Games(), c.Games)
	}
	return errors.Join(err, c.show(result, stdout))
}

// show prints the result and keeps the games, also those of a match that was
// stopped.
func (c *matchCommand) show(r *arena.Result, stdout io.Writer) error {
	var kept error
	if c.GamesOut != "" {
		kept = record.SaveGames(c.GamesOut, r.Games)
	}
	if c.JSON {
		return errors.Join(kept, writeJSON(stdout, r))
	}
	return errors.Join(kept, r.WriteTable(stdout))
}

// match readies what the command line describes.
func (c *matchCommand) match(ctx context.Context) (*arena.Tournament, error) {
	if err := c.keepable(); err != nil {
		return nil, err
	}
	rules, err := c.rules()
	if err != nil {
		return nil, err
	}
	switch {
	case c.MaxPlies != nil:
		rules.MaxPlies = *c.MaxPlies
	case rules.MaxPlies == 0:
		rules.MaxPlies = defaultMaxPlies(rules)
	}
	board, err := game.NewBoard(rules)
	if err != nil {
		return nil, cli.Usagef("--rules and --max-plies: %w", err)
	}
	if c.Games < 2 || c.Games%2 != 0 {
		return nil, cli.Usagef("--games is %d, want an even number from 2 on: every opening is played with both colours", c.Games)
	}
	match := &arena.Tournament{Board: board, Players: make([]arena.Contestant, 2), Pairings: arena.Duel(), Parallel: c.Parallel, Seed: c.Seed}
	if c.Parallel == 0 {
		match.Parallel = runtime.GOMAXPROCS(0)
	}
	if c.SPRT.given {
		match.SPRT = &rating.SPRT{Elo0: c.SPRT.elo0, Elo1: c.SPRT.elo1, Alpha: c.Alpha, Beta: c.Beta}
	}
	if match.Players[0], err = contestant(c.A, board); err != nil {
		return nil, err
	}
	if match.Players[1], err = contestant(c.B, board); err != nil {
		return nil, err
	}
	arena.Distinct(match.Players)
	match.Openings, err = arena.DrawOpenings(ctx, board, c.Games/2, c.OpeningPlies, rand.New(rand.NewPCG(c.Seed, 0)))
	if err != nil {
		return nil, err
	}
	if err := match.Validate(); err != nil {
		return nil, &cli.UsageError{Err: err}
	}
	return match, nil
}

// keepable reports before the first game that the games could not be kept after the last.
func (c *matchCommand) keepable() error {
	if c.GamesOut == "" {
		return nil
	}
	folder := filepath.Dir(c.GamesOut)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return cli.Usagef("--games-out %s: there is no folder %s", c.GamesOut, folder)
	}
	return nil
}

// rules returns the rules that are asked for, else those the networks were trained on.
func (c *matchCommand) rules() (game.Rules, error) {
	name := c.Rules
	if name == "" {
		trained, err := c.trainedOn()
		if err != nil {
			return game.Rules{}, err
		}
		if name = trained; name == "" {
			name = "crossings"
		}
	}
	rules, err := game.ParseRules(name)
	if err != nil {
		return rules, cli.Usagef("--rules: %w", err)
	}
	return rules, nil
}

// trainedOn returns the rules that the networks among the players were trained on, "" if there is none.
func (c *matchCommand) trainedOn() (string, error) {
	var trained []string
	for _, text := range []string{c.A, c.B} {
		spec, err := arena.ParseSpec(text)
		if err != nil {
			return "", &cli.UsageError{Err: err}
		}
		rules, err := spec.TrainedOn()
		if err != nil {
			return "", err
		}
		if rules != "" {
			trained = append(trained, rules)
		}
	}
	switch {
	case len(trained) == 0:
		return "", nil
	case len(trained) == 2 && trained[0] != trained[1]:
		return "", cli.Usagef("%s was trained on %s, %s on %s: give --rules", c.A, trained[0], c.B, trained[1])
	}
	return trained[0], nil
}

// contestant readies a player that is written as in [arena.Players].
func contestant(text string, b *game.Board) (arena.Contestant, error) {
	spec, err := arena.ParseSpec(text)
	if err != nil {
		return arena.Contestant{}, &cli.UsageError{Err: err}
	}
	return spec.Contestant(b)
}

// defaultMaxPlies is a limit that games between players who want to win hardly
// ever reach: it grows with the board, to 300.
func defaultMaxPlies(r game.Rules) int { return min(300, 6+9*r.Width*r.Height/4) }
