package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"epaminondas/game"
	"epaminondas/internal/cli"
	runs "epaminondas/internal/run"
	"epaminondas/internal/selfplay"
	"epaminondas/mcts"
	"epaminondas/net"
)

const description = `Selfplay lets a model play against itself and keeps the games, with what each search thought. A game follows from the seed, its number and the model: with the same three it is the same game, whatever the number of workers. Games are kept in the order of their numbers, and a game that was counted is on the disk.`

// command is the command line.
type command struct {
	Config  string   `help:"Rules, search and self-play settings as TOML. Not with --run, whose own settings hold." type:"path" placeholder:"FILE" xor:"settings"`
	Run     string   `help:"Add the games to this run; several processes may." type:"path" placeholder:"DIR" xor:"settings"`
	Out     string   `help:"Append the games to this file of games." type:"path" placeholder:"FILE"`
	Model   string   `help:"Who plays: a checkpoint, 'uniform' for search without a network, 'random' for no search. Default: the newest checkpoint of the run, else uniform." placeholder:"FILE"`
	Games   uint64   `help:"How many games." default:"100"`
	First   *uint64  `help:"Number of the first game. Default: after the last one of this seed." placeholder:"N"`
	Seed    *uint64  `help:"Seed of all randomness. Default: the settings'; with --run give another than the run's own, so that no number is taken twice."`
	Workers *int     `help:"Games at once, instead of the settings' selfplay.workers." placeholder:"N"`
	Set     []string `help:"Change one setting of --config, such as --set selfplay.full_simulations=128. May be repeated." placeholder:"KEY=VALUE" sep:"none"`
}

// Help is the long help.
func (command) Help() string {
	return `Examples:

  selfplay --config configs/tiny.toml --out tiny.games --games 1000
  selfplay --config configs/crossings.toml --model runs/crossings/checkpoints/step-0001000.safetensors --out x.games
  selfplay --run runs/tiny --seed 7 --games 500       # helps a run that trains elsewhere

` + cli.ExitCodes
}

// run plays games and keeps them.
func run(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) error {
	var c command
	if _, err := cli.Parse("selfplay", description, &c, args, stdout); err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	t, err := c.task(ctx)
	if err != nil {
		return err
	}
	played, err := t.play(ctx, c.Games, stderr)
	if err = errors.Join(err, t.keeper.Close()); errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w after %d of %d games, all of them kept", cli.ErrInterrupted, played.games, c.Games)
	}
	fmt.Fprintf(stdout, "%v\n", played)
	return err
}

// check reports flags that do not go together.
func (c command) check() error {
	switch {
	case c.Run == "" && c.Config == "":
		return cli.Usagef("no settings: give --config FILE, or --run DIR to play for a run")
	case c.Run == "" && c.Out == "":
		return cli.Usagef("the games would be lost: give --out FILE, or --run DIR")
	case c.Run != "" && c.Out != "":
		return cli.Usagef("--run and --out: the games go to one place, give one of the two")
	case c.Run != "" && len(c.Set) > 0:
		return cli.Usagef("--set %s: the settings of a run are fixed; use --config with --out", c.Set[0])
	case c.Games == 0:
		return cli.Usagef("--games 0: want at least one")
	case c.Workers != nil && *c.Workers < 1:
		return cli.Usagef("--workers %d: want at least 1", *c.Workers)
	}
	return nil
}

// settings returns the config of the run or the file.
func (c command) settings(ctx context.Context) (config runs.Config, err error) {
	if c.Run != "" {
		r, err := runs.Open(ctx, c.Run)
		if err != nil {
			return config, err
		}
		config = r.Config
		if err := r.Close(); err != nil {
			return config, err
		}
	} else if config, err = runs.Load(c.Config, c.Set); err != nil {
		return config, &cli.UsageError{Err: err}
	}
	if c.Seed != nil {
		config.Seed = *c.Seed
	}
	if c.Workers != nil {
		config.Selfplay.Workers = *c.Workers
	}
	return config, nil
}

// task readies everything that the games need.
func (c command) task(ctx context.Context) (*task, error) {
	config, err := c.settings(ctx)
	if err != nil {
		return nil, err
	}
	board, err := config.Board()
	if err != nil {
		return nil, err
	}
	model, err := c.model(ctx, board)
	if err != nil {
		return nil, err
	}
	keeper, first, err := c.keeper(ctx, config.Seed)
	if err != nil {
		return nil, err
	}
	return &task{
		player: &selfplay.Player{Board: board, Config: config.Selfplay, Search: config.Search, Seed: config.Seed},
		model:  model,
		keeper: keeper,
		first:  first,
	}, nil
}

// model returns who plays.
func (c command) model(ctx context.Context, board *game.Board) (selfplay.Model, error) {
	path := c.Model
	if path == "" && c.Run != "" {
		newest, err := newestCheckpoint(ctx, c.Run)
		if err != nil {
			return selfplay.Model{}, err
		}
		path = newest
	}
	switch path {
	case "", selfplay.Uniform.Name:
		return selfplay.Uniform, nil
	case selfplay.Random.Name:
		return selfplay.Random, nil
	}
	checkpoint, err := net.LoadCheckpoint(path)
	if err != nil {
		return selfplay.Model{}, err
	}
	network := net.NewNetwork(checkpoint.Weights)
	return selfplay.Model{
		Name:         path,
		NewEvaluator: func() mcts.Evaluator { return network.NewEvaluator(board) },
	}, nil
}

// newestCheckpoint returns the path of a run's newest checkpoint, "" if there is none.
func newestCheckpoint(ctx context.Context, dir string) (string, error) {
	r, err := runs.Open(ctx, dir)
	if err != nil {
		return "", err
	}
	defer r.Close()
	list, err := r.Checkpoints(ctx)
	if err != nil || len(list) == 0 {
		return "", err
	}
	return r.Path(list[len(list)-1]), nil
}

// keeper opens where the games go, and returns the number of the first game to play.
func (c command) keeper(ctx context.Context, seed uint64) (keeper, uint64, error) {
	var k keeper
	var next uint64
	var err error
	if c.Run != "" {
		k, next, err = openRun(ctx, c.Run, seed)
	} else {
		k, next, err = openFile(c.Out, seed)
	}
	if err != nil {
		return nil, 0, err
	}
	if c.First != nil {
		next = *c.First
	}
	return k, next, nil
}
