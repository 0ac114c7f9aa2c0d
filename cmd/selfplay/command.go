package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/crew"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay"
)

const description = `Selfplay lets a model play against itself and stores the games, with the result of each search. The seed, the number of a game and the model determine the game, for any number of workers. Selfplay stores games in the order of their numbers, but with --run later games may overtake a long one. A counted game is on the disk.`

// command is the command line.
type command struct {
	backend.HelpWords

	Config  string         `help:"TOML file with rules, search and self-play settings, or the name of a config of the program, such as tiny. Not with --run, which has its own settings." placeholder:"FILE" xor:"settings"`
	Run     string         `help:"Add the games to this run. Several processes may do this at the same time." type:"path" placeholder:"DIR" xor:"settings"`
	Out     string         `help:"Append the games to this file. To train on them, use --run instead, or selfplay import later." type:"path" placeholder:"FILE"`
	Model   string         `help:"The player: a checkpoint, 'uniform' for search without a network, or 'random' for no search. Default: with --run always the newest checkpoint that its train.follow allows, else uniform." placeholder:"FILE"`
	Join    string         `help:"Play for a run on another machine. FILE is an invitation from fleet invite." type:"existingfile" placeholder:"FILE" xor:"settings"`
	Spool   string         `help:"With --join: folder that keeps games until they are in the run's database. One process at a time." type:"path" placeholder:"DIR"`
	Games   *uint64        `help:"Number of games. Default: 100, or with --join no limit." placeholder:"N"`
	First   *uint64        `help:"Number of the first game. The largest number is 9223372036854775807. Default: the next number of this seed." placeholder:"N"`
	Seed    *uint64        `help:"Seed of all randomness. Default: the seed in the settings. With --run it is required, and must differ from the run's own seed."`
	Workers *int           `help:"Number of games at once, instead of selfplay.workers." placeholder:"N"`
	Device  backend.Device `help:"What evaluates positions, instead of the config's device: ${devices}." placeholder:"NAME"`
	Set     []string       `help:"Change one setting of --config, such as --set selfplay.full_simulations=128. May be repeated." placeholder:"KEY=VALUE" sep:"none"`
}

// Help is the long help.
func (command) Help() string {
	return `Commands:

  selfplay --config FILE   plays games; the flags are below
  selfplay import          adds games of a file to a run

Examples:

  selfplay --config configs/tiny.toml --out tiny.games --games 1000
  selfplay --config configs/tiny.toml --model runs/tiny/checkpoints/step-0001000.safetensors --out x.games
  selfplay --run runs/tiny --seed 7 --games 500       # helps a run that trains in another process
  selfplay import --run runs/tiny tiny.games
  selfplay --join kitchen.invite --spool spool        # for a run on another machine: see fleet --help

With --run and without --model it looks for a new checkpoint twice a second, and waits while the
trainer has enough unused games.

` + cli.ExitCodes
}

// run plays games and stores them.
func run(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) error {
	if len(args) > 0 && args[0] == importName {
		return importGames(ctx, args[1:], stdout, stderr)
	}
	var c command
	if _, err := cli.Parse("selfplay", description, &c, args, stdout); err != nil {
		return err
	}
	cli.GiveWay(stderr)
	if err := c.check(); err != nil {
		return err
	}
	if c.Join != "" {
		return c.join(ctx, stdout, stderr)
	}
	t, err := c.task(ctx, stderr)
	if err != nil {
		return err
	}
	played, err := t.play(ctx, c.games(), stderr)
	err = crew.Join(err, t.store.Close())
	fmt.Fprintf(stdout, "%v\n", played)
	return cli.Stopped(err, " after %d of %s, which are stored", played.games,
		noun.Count(c.games(), "game"))
}

// check returns an error for flags that cannot be used together.
func (c command) check() error {
	switch {
	case c.Join != "":
		return c.checkJoin()
	case c.Spool != "":
		return cli.Usagef("--spool without --join: only an invited worker has a spool, so give --join FILE")
	case c.Run == "" && c.Config == "":
		return cli.Usagef(
			"no settings: give --config FILE, --run DIR to play for a run, or --join FILE for a run on another machine")
	case c.Run == "" && c.Out == "":
		return cli.Usagef("the games would be lost without --out or --run: give --out FILE, or --run DIR")
	case c.Run != "" && c.Out != "":
		return cli.Usagef("--run and --out: games can go to only one place, so give only one of the two")
	case c.Run != "" && c.Seed == nil:
		return cli.Usagef("--run without --seed: each process that plays for a run needs its own seed, so give --seed N")
	case c.Run != "" && len(c.Set) > 0:
		return cli.Usagef("--set %s: the settings of a run are fixed; use --config with --out", c.Set[0])
	case c.games() == 0:
		return cli.Usagef("--games 0: want at least 1")
	case c.Workers != nil && *c.Workers < 1:
		return cli.Usagef("--workers %d: want at least 1", *c.Workers)
	case c.First != nil:
		return c.checkNumbers(*c.First)
	}
	return nil
}

// games returns the number of games that this command plays.
func (c command) games() uint64 {
	if c.Games == nil {
		return 100
	}
	return *c.Games
}

// task prepares a task.
func (c command) task(ctx context.Context, stderr io.Writer) (*task, error) {
	if c.Run != "" {
		return c.runTask(ctx, stderr)
	}
	cfg, err := config.Load(c.Config, c.Set)
	if err != nil {
		return nil, &cli.UsageError{Err: err}
	}
	if c.Seed != nil {
		cfg.Seed = *c.Seed
	}
	t, err := c.fixedTask(cfg)
	if err != nil {
		return nil, err
	}
	planned := plan{seed: cfg.Seed, rules: t.actor.Board.Rules().Name(), first: c.First, games: c.games()}
	if t.store, t.first, err = openFile(c.Out, planned); err != nil {
		return nil, err
	}
	return c.numbered(t)
}

// runTask prepares the task for a run.
func (c command) runTask(ctx context.Context, stderr io.Writer) (*task, error) {
	r, err := runs.OpenWaiting(ctx, c.Run, cli.Notes(stderr))
	if err != nil {
		return nil, err
	}
	t, err := c.joinRun(ctx, r, cli.Notes(stderr))
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return c.numbered(t)
}

// joinRun prepares games for an open run. The task closes the run. It passes messages for the user
// to tell.
func (c command) joinRun(ctx context.Context, r *runs.Run, tell func(text string)) (*task, error) {
	cfg := r.Config
	if *c.Seed == cfg.Seed {
		return nil, cli.Usagef("--seed %d is the run's own seed, which only its trainer may use: "+
			"give another seed", *c.Seed)
	}
	cfg.Seed = *c.Seed
	var t *task
	var err error
	if c.follows() {
		if t, err = c.newTask(cfg); err != nil {
			return nil, err
		}
		follow := &follower{players: runs.Players{Run: r, Board: t.actor.Board, Device: c.device(cfg),
			Tell: tell}}
		t.model, t.wait = follow.model, follow.wait
		t.renew = func() error {
			r.Enter(follow.stage)
			cfg := r.Config
			cfg.Seed = *c.Seed
			staged, err := c.newTask(cfg)
			if err != nil {
				return err
			}
			t.actor, follow.players.Board = staged.actor, staged.actor.Board
			tell(fmt.Sprintf("the run has entered stage %d of %d, %s", follow.stage+1, r.Whole().StageCount(),
				r.Whole().StageName(follow.stage)))
			return nil
		}
	} else if t, err = c.fixedTask(cfg); err != nil {
		return nil, err
	}
	t.store, t.passOver = runStore{r}, true
	if c.First == nil {
		if t.holes, err = r.Games.Holes(ctx, cfg.Seed); err != nil {
			return nil, err
		}
	}
	t.first, err = r.Games.NextNumber(ctx, cfg.Seed, math.MaxInt64)
	return t, err
}

// device returns what evaluates positions.
func (c command) device(cfg config.Config) backend.Device { return cmp.Or(c.Device, cfg.Device) }

// follows reports whether the checkpoints of a run play the games.
func (c command) follows() bool { return c.Run != "" && c.Model == "" }

// fixedTask returns a task for the player of the command line, without a store.
func (c command) fixedTask(cfg config.Config) (*task, error) {
	fixed, shape, err := namedModel(c.Model, c.device(cfg))
	if err != nil {
		return nil, err
	}
	cfg.Network = shape
	t, err := c.newTask(cfg)
	if err != nil {
		return nil, err
	}
	t.model = func(context.Context) (selfplay.Player, error) { return fixed, nil }
	return t, nil
}

// newTask returns a task without a player and a store. The network of the config is the player's.
func (c command) newTask(cfg config.Config) (*task, error) {
	if !c.follows() {
		cfg.Selfplay = cfg.Selfplay.WithoutRun()
	}
	board, err := cfg.Board()
	if err != nil {
		return nil, err
	}
	if cfg.Selfplay.Workers == selfplay.NoWorkers { // this value is only for the trainer
		cfg.Selfplay.Workers = 0
	}
	cfg.Device = c.device(cfg)
	cfg.Selfplay = cfg.LocalSelfplay()
	if c.Workers != nil {
		cfg.Selfplay.Workers = *c.Workers
	}
	if err := config.SelfplayMemory(board, cfg.Selfplay, cfg.Search,
		cfg.Network).Fits(config.AvailableMemory()); err != nil {
		return nil, err
	}
	return &task{actor: &selfplay.Actor{Board: board, Config: cfg.Selfplay, Search: cfg.Search,
		Seed: cfg.Seed}}, nil
}

// lastNumber is the greatest number of a game, because the database has signed integers.
const lastNumber = math.MaxInt64

// checkNumbers returns an error if the number of the last game does not fit.
func (c command) checkNumbers(first uint64) error {
	if first > lastNumber || c.games()-1 > lastNumber-first {
		return cli.Usagef("--games %d with --first %d: the number of the last game is greater than %d, so make "+
			"one of the two smaller", c.games(), first, lastNumber)
	}
	return nil
}

// numbered sets the number of a task's first game from the command line. If the number of the last
// game does not fit, it closes the task and returns an error.
func (c command) numbered(t *task) (*task, error) {
	if c.First != nil {
		t.first = *c.First
	}
	if err := c.checkNumbers(t.first); err != nil {
		return nil, errors.Join(err, t.store.Close())
	}
	return t, nil
}
