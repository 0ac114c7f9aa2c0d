package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/player"
	"epaminondas/internal/page/standings"
)

// curveCommand is the command line of arena curve.
type curveCommand struct {
	Runs []string `arg:"" help:"Folders of runs, on any boards, or files with curves from --json."`

	Against   string `help:"The player whose rating is 0 in every run. Default: ${default}." default:"alphabeta" placeholder:"PLAYER"`
	Doublings int    `help:"Use the last checkpoint of each run, and those at a half, a quarter, ... of its processor time, N times. Default: ${default}." default:"7" placeholder:"N"`
	Picture   string `help:"File to write the curves to, as SVG." type:"path" placeholder:"FILE"`
	Games     int    `help:"Games of each pairing, two for each opening. Default: ${default}." default:"40" placeholder:"N"`
	Each      string `help:"Limits of all players for a move, such as time=100ms. Default: ${default}." default:"time=50ms" placeholder:"OPTIONS"`
	Parallel  int    `help:"Games to play at the same time. Default: one for each core, or 8 for each core if all players are wide networks without a time limit." placeholder:"N"`
	Seed      uint64 `help:"Seed of the openings and of the players' randomness." default:"1"`
	JSON      bool   `name:"json" help:"Print the curves as JSON."`
}

// Help is the long help.
func (curveCommand) Help() string {
	return `Each run has its own matches. Its checkpoints meet the fixed opponent, and each one meets the next
two, from balanced openings. The output has the Elo of each checkpoint relative to the opponent, over the
processor time of the run, and --picture draws the curves of all runs.

With --json the curves go into a file, which can stand for its runs when a later command draws a picture.

All checkpoints but the last are from before the cooldown of the learning rate. A run with their time as its
whole budget would have been stronger by its cooldown.

` + player.Help() + `

` + keptHelp + `

Examples:

  arena curve runs/tiny
  arena curve runs/epaminondas runs/epaminondas8 runs/crossings runs/tiny --picture curves.svg
  arena curve runs/tiny --json > tiny.json
  arena curve tiny.json runs/crossings --picture curves.svg
  arena curve runs/crossings --doublings 9 --against alphabeta,nodes=5000 --each sims=200

` + cli.ExitCodes
}

func (c *curveCommand) run(ctx context.Context, line string, stdout, stderr io.Writer) error {
	if err := cli.Writable("--picture", c.Picture); err != nil {
		return err
	}
	if c.Doublings < 1 {
		return cli.Usagef("--doublings %d: want 1 to 40", c.Doublings)
	}
	curves := growths{Against: c.Against, Each: c.Each}
	for _, name := range c.Runs {
		list, err := c.growths(ctx, name, line, stderr)
		if err != nil {
			return err
		}
		curves.Runs = append(curves.Runs, list...)
	}
	if err := cli.WriteResult(stdout, c.JSON, curves, curves.writeText); err != nil || c.Picture == "" {
		return err
	}
	title := fmt.Sprintf("Elo against %s, %s a move", c.Against, c.Each)
	err := durable.WriteFile(c.Picture,
		func(w io.Writer) error { return standings.WriteGrowth(w, title, curves.Runs) })
	if err != nil {
		return fmt.Errorf("arena: --picture: %w", err)
	}
	return nil
}

// growths returns the curves of a file, or the curve of a run.
func (c *curveCommand) growths(ctx context.Context, name, line string, stderr io.Writer) ([]standings.Growth,
	error) {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		return c.read(name)
	}
	g, err := c.growth(ctx, name, line, stderr)
	return []standings.Growth{g}, err
}

// mostCurveBytes, 1 MiB, limits a file of curves. A run needs about 10 kB.
const mostCurveBytes = 1 << 20

// read reads a file of curves. They must have been measured with the same opponent and limits.
func (c *curveCommand) read(name string) ([]standings.Growth, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostCurveBytes+1))
	if err != nil {
		return nil, fmt.Errorf("arena: read the curves: %w", err)
	}
	var g growths
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if len(text) > mostCurveBytes {
		err = errors.New("the file is larger than 1 MiB")
	} else if err = d.Decode(&g); err == nil {
		err = standings.WriteGrowth(io.Discard, "", g.Runs)
	}
	if err != nil {
		return nil, cli.Usagef("%s is no file of curves from \"arena curve --json\": %w", name, err)
	}
	if g.Against != c.Against || g.Each != c.Each {
		return nil, cli.Usagef("%s was measured with --against %s --each %s, but this command has --against %s "+
			"--each %s: curves of one picture need the same", name, g.Against, g.Each, c.Against, c.Each)
	}
	return g.Runs, nil
}

// growth measures the checkpoints of a run.
func (c *curveCommand) growth(ctx context.Context, dir, line string, stderr io.Writer) (g standings.Growth,
	err error) {
	opponent, err := newPlayer("", c.Against, c.Each)
	if err != nil {
		return g, err
	}
	choose := choice{Doublings: c.Doublings}
	if err := choose.validate(); err != nil {
		return g, err
	}
	list, rules, err := checkpoints(ctx, dir, choose, c.Each, cli.Notes(stderr))
	if err != nil {
		return g, err
	}
	players := []namedPlayer{opponent}
	for _, p := range list {
		if p.hours != nil && *p.hours > 0 { // a new network has learned for no time
			players = append(players, p)
		}
	}
	if len(players) == 1 {
		return g, cli.Usagef("%s has no checkpoint with a known processor time", dir)
	}
	m := tournament{kind: "curve", command: line, folder: dir, players: players,
		pairings: arena.Chain(len(players)), games: c.Games, terms: &terms{
			conditions: conditions{Rules: rules, Seed: c.Seed, Parallel: c.Parallel}, Each: c.Each}}
	s, _, err := m.finish(ctx, stderr)
	if err != nil {
		return g, err
	}
	g.Name = filepath.Base(dir)
	for i, p := range players[1:] {
		g.Points = append(g.Points,
			standings.GrowthPoint{Step: *p.step, Hours: *p.hours, Elo: s.Players[i+1].Elo})
	}
	return g, nil
}

// growths are the curves of all runs, and how they were measured.
type growths struct {
	Against string             `json:"against"`
	Each    string             `json:"each"`
	Runs    []standings.Growth `json:"runs"`
}

// writeText writes a table for each run.
func (c growths) writeText(w io.Writer) error {
	var errs []error
	for _, g := range c.Runs {
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintf(t, "\n%s\tstep\tprocessor hours\tElo with 95%%\t\n", g.Name)
		for _, p := range g.Points {
			fmt.Fprintf(t, "\t%d\t%.3f\t%v\t\n", p.Step, p.Hours, p.Elo)
		}
		errs = append(errs, t.Flush())
	}
	return errors.Join(errs...)
}
