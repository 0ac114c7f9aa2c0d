package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/player"
)

// openingsCommand is the command line of arena openings.
type openingsCommand struct {
	Players []string `arg:"" help:"Players that judge the openings, such as alphabeta,nodes=20000 and net:a.safetensors,sims=800."`

	Rules string  `help:"Game and board. Default: the board that the network was trained on." placeholder:"RULES"`
	Plies int     `help:"Random plies of each opening." default:"6"`
	Count int     `help:"Number of openings." default:"100"`
	Most  float64 `help:"Greatest value of an opening for either side, from 0 to 1." default:"0.25"`
	Seed  uint64  `help:"Seed of the random plies." default:"1"`
	Out   string  `help:"File to write instead of standard output." type:"path" placeholder:"FILE"`
}

// Help is the long help.
func (openingsCommand) Help() string {
	return `Prints openings in which no player sees a side ahead, one a line, for --openings of a match.
In a decided opening both players win with the same colour, and the two games say nothing. On 8x8 that
holds for most openings of random plies. A match from balanced openings needs fewer games, and its
difference in Elo is greater.

The players must give positions a value: net, alphabeta, rollout, uniform or ugi. The more they search,
the better they judge. Each opening has to satisfy all of them. Name the fastest player first, because
it judges every opening. Openings that one engine alone has judged may suit that engine.

Examples:

  arena openings alphabeta,nodes=20000 net:a.safetensors,sims=800 --count 200 --out balanced.txt
  arena openings alphabeta,nodes=20000 --rules crossings --plies 4
  arena match net:a.safetensors net:b.safetensors --openings balanced.txt --games 400

` + cli.ExitCodes
}

func (c *openingsCommand) run(ctx context.Context, line string, stdout, stderr io.Writer) error {
	if err := c.check(); err != nil {
		return err
	}
	text, err := c.draw(ctx, line, stderr)
	return writeDrawn(stdout, c.Out, text, err)
}

// check reports invalid values.
func (c *openingsCommand) check() error {
	switch {
	case c.Plies < 1:
		return cli.Usagef("--plies %d: want at least 1", c.Plies)
	case c.Count < 1 || c.Count > mostGames/2:
		return cli.Usagef("--count %d: want 1 to %d", c.Count, mostGames/2)
	case !(c.Most >= 0 && c.Most <= 1):
		return cli.Usagef("--most %v: want 0 to 1", c.Most)
	}
	return nil
}

// draw returns the openings as text.
func (c *openingsCommand) draw(ctx context.Context, line string, stderr io.Writer) ([]byte, error) {
	players, err := readPlayers(c.Players, "")
	if err != nil {
		return nil, err
	}
	if err := cli.Writable("--out", c.Out, filesOf(players)...); err != nil {
		return nil, err
	}
	board, err := (&conditions{Rules: c.Rules}).board(players)
	if err != nil {
		return nil, err
	}
	ready, err := factories(players, board, backend.Auto)
	if err != nil {
		return nil, err
	}
	var judges []player.Player
	for _, factory := range ready {
		judge, err := factory.New(ctx)
		if err != nil {
			return nil, err
		}
		defer judge.Close()
		judges = append(judges, judge)
	}
	progress := cli.NewProgress(stderr, "openings", int64(c.Count))
	defer progress.Close()
	openings, err := arena.DrawBalancedOpenings(ctx, board, c.Count, c.Plies,
		rand.New(rand.NewPCG(c.Seed, 0)), judges, float32(c.Most), func() { progress.Add(1) })
	if err != nil {
		return nil, err
	}
	text := fmt.Appendf(nil, "# %s, made by: %s\n", board.Rules().Name(), line)
	for i := range openings {
		text = arena.AppendOpening(text, &openings[i])
	}
	return text, nil
}
