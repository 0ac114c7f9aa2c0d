package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/crew"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/doctor"
	"epaminondas/internal/training/loop"
	"epaminondas/internal/training/runs"
)

const description = `Train teaches a player from the rules alone. Self-play fills the run's database with games, training fits the network to the results of the searches, and a gate names the best checkpoint. At the end, train measures the finished player and stores the report. Everything is in the run's folder. Ctrl-C stops within seconds. After that or a crash, the same command resumes.`

// command is the command line.
type command struct {
	backend.HelpWords

	Config    string         `help:"TOML file with the settings, or the name of a config of the program: tiny, crossings, epaminondas8 or epaminondas. The files in configs/ explain the keys. run.toml in the run's folder lists all keys." required:"" placeholder:"FILE"`
	Run       string         `help:"Folder of the run. Default: runs/ and the name of the config, with the seed if you give one." type:"path" placeholder:"DIR"`
	For       *time.Duration `help:"Time of the whole run, instead of the config's train.duration and train.steps, such as 30m or 8h." placeholder:"TIME"`
	Clock     string         `help:"Clock of --for: wall, or processor for the processor time over all cores. Default: wall with --for, else the config's train.clock." placeholder:"CLOCK"`
	Device    backend.Device `help:"What evaluates positions, instead of the config's device: ${devices}." placeholder:"NAME"`
	Seed      *uint64        `help:"Seed of all randomness, instead of the config's."`
	Init      string         `help:"Checkpoint with the first weights of a new run, instead of random weights. It may be of another board. Give the same file to continue." type:"path" placeholder:"FILE"`
	GamesFrom string         `help:"Folder of an older run with the same rules. A new run first learns from its games, also with a network of another shape. Give the same folder to continue." type:"path" placeholder:"DIR"`
	Set       []string       `help:"Change one setting, such as --set learn.batch_size=128. May be repeated." placeholder:"KEY=VALUE" sep:"none"`
	JSON      bool           `name:"json" help:"Print the report as JSON."`

	UntilEOF bool `name:"until-eof" help:"Stop as after Ctrl-C when standard input ends. For programs that start this one."`
}

// Help is the long help.
func (command) Help() string {
	return `Commands:

  train --config FILE    trains, or continues a run
  train doctor           measures how fast this machine would train with a config
  train ab               compares two configs
  train fit              compares settings on the stored games of a run
  train repair           checks and mends the folder of a run
  train pack             packs a run into one file, for another machine
  train unpack           unpacks it there

Each command explains its flags with --help. The flags below are for training.

Examples:

  train --config configs/tiny.toml                    # a solved board, in five minutes
  train --config configs/crossings.toml --for 1h
  train --config configs/crossings.toml --for 4h --clock processor   # 2 hours on two free cores
  train --config configs/tiny.toml --seed 2 --set network.channels=48
  train --config configs/epaminondas8.toml --init models/crossings.safetensors   # weights of another board
  train --config configs/tiny.toml --run runs/large --games-from runs/tiny --set network.blocks=6
  train doctor --config configs/epaminondas.toml      # how fast would this machine be?
  train ab --help                                     # which of two configs is better?
  train fit --help                                    # which network learns most from the same games?
  train repair --run runs/tiny                        # is everything in a run sound?
  train pack --run runs/tiny tiny.tar.zst             # move a run to another machine

Train prints a line for each cycle. Its columns are:

  step                the training step
  games, positions    games and searched positions so far
  games/h, pos/s      speed of self-play: games an hour, searched positions a second
  samples/s           speed of training: positions a second
  plies               mean length of the games
  policy, value       losses
  agree               how often the network and the search have the same first choice
  error               mean error of the network's value
  cpu                 share of the requested cores that the run got
  time                time of the run so far

The time of --for is for the whole run, over all starts of train. With --clock processor it is
processor time: the user and system time of the process, summed over its cores. A run on a busy
machine then takes longer, and does not cool down too early. Two cores use 4h in 2 hours, four cores
in one.

Train tries the players in report.opponents before training begins. If it cannot open a player, it
stops with an error. A player ugi:COMMAND starts a program, and a note shows the command. Read the
config of another person before you train with it.

With --games-from a new run first copies the games of the older run, which is only read. It learns
from them until the loss on held-out games stops falling, or until the share grow.share of the
budget is spent. Then self-play begins. A line for each measurement shows the loss.

A finished run can get more time. It then continues from before its cooldown. The weights of the
cooldown stay as a checkpoint, but the longer run does not use them.

` + cli.ExitCodes
}

// subcommand is another command of the program, with its description.
type subcommand struct {
	description string
	command     interface {
		run(ctx context.Context, stdout, stderr io.Writer) error
	}
}

// subcommands returns the other commands by name.
func subcommands() map[string]subcommand {
	return map[string]subcommand{
		"ab":       {abDescription, &abCommand{}},
		"fit":      {fitDescription, &fitCommand{}},
		"lines":    {linesDescription, &linesCommand{}},
		"repair":   {repairDescription, &repairCommand{}},
		"pack":     {packDescription, &packCommand{}},
		"unpack":   {unpackDescription, &unpackCommand{}},
		doctorName: {doctorDescription, &doctorCommand{patience: doctor.Patience}},
	}
}

// run trains or continues a run, and prints its report, or it runs a subcommand.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	if len(args) > 0 {
		if sub, ok := subcommands()[args[0]]; ok {
			name := "train " + args[0]
			if _, err := cli.Parse(name, sub.description, sub.command, args[1:], stdout); err != nil {
				return err
			}
			return sub.command.run(ctx, stdout, stderr)
		}
	}
	var c command
	if _, err := cli.Parse("train", description, &c, args, stdout); err != nil {
		return err
	}
	if c.UntilEOF {
		ctx = untilEOF(ctx, stdin)
	}
	cli.GiveWay(stderr)
	cfg, err := c.resolve()
	if err != nil {
		return err
	}
	if err := doctor.CheckMemory(cfg); err != nil {
		return err
	}
	note := cli.Notes(stderr)
	if err := loop.TryOpponents(ctx, cfg, note); err != nil {
		return cli.Stopped(err, ": nothing was trained")
	}
	if err := loop.TryGames(ctx, c.folder(), cfg); err != nil {
		return cli.Stopped(err, ": nothing was trained")
	}
	r, err := runs.CreateWaiting(ctx, c.folder(), cfg, note)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := train(ctx, r, stderr); err != nil {
		return err
	}
	return printReport(ctx, r, c.JSON, stdout, stderr)
}

// resolve returns the config with the changes of the command line.
func (c command) resolve() (config.Config, error) {
	var settings []string
	if c.For != nil {
		settings = append(settings, "train.clock="+config.WallClock) // --set or --clock may change it
	}
	settings = append(settings, c.Set...)
	if c.Clock != "" {
		settings = append(settings, "train.clock="+c.Clock)
	}
	if c.Device != "" {
		settings = append(settings, "device="+string(c.Device))
	}
	if c.Seed != nil {
		settings = append(settings, fmt.Sprintf("seed=%d", *c.Seed))
	}
	if c.For != nil {
		if *c.For <= 0 {
			return config.Config{}, cli.Usagef("--for %v: want more than 0, such as 30m or 8h", *c.For)
		}
		settings = append(settings, "train.duration="+c.For.String(), "train.steps=0")
	}
	cfg, err := loadConfig(c.Config, settings)
	if err != nil {
		return cfg, err
	}
	if c.Init != "" {
		cfg.Init = config.Init{File: c.Init}
	}
	if c.GamesFrom != "" {
		cfg.Grow.From, cfg.Grow.Run = c.GamesFrom, ""
	}
	if err := cfg.Validate(); err != nil {
		return cfg, &cli.UsageError{Err: fmt.Errorf("config: %w", err)}
	}
	return cfg, nil
}

// loadConfig reads a config with the settings that change it.
func loadConfig(path string, settings []string) (config.Config, error) {
	c, err := config.Load(path, settings)
	if err != nil {
		return c, &cli.UsageError{Err: err}
	}
	if err := loop.CheckOpponents(c.Report); err != nil {
		return c, &cli.UsageError{Err: fmt.Errorf("config: %s: %w", path, err)}
	}
	return c, nil
}

// folder returns the folder of the run.
func (c command) folder() string {
	if c.Run != "" {
		return c.Run
	}
	name := strings.TrimSuffix(filepath.Base(c.Config), filepath.Ext(c.Config))
	if c.Seed != nil {
		name += fmt.Sprintf("-seed%d", *c.Seed)
	}
	return filepath.Join("runs", name)
}

// train spends the budget of the run.
func train(ctx context.Context, r *runs.Run, stderr io.Writer) error {
	show := newScreen(r, stderr)
	defer show.close()
	_, err := loop.Train(ctx, r, show)
	if errors.Is(err, crew.ErrLeft) {
		return cli.Stopped(err, ": the network is too large to finish its current work; the same "+
			"command continues in %s from the last checkpoint", r.Dir)
	}
	return cli.Stopped(err, ": %s has all results; the same command continues from there", r.Dir)
}

// printReport measures the finished player and prints the results.
func printReport(ctx context.Context, r *runs.Run, asJSON bool, stdout, stderr io.Writer) error {
	tasks := cli.Tasks{Out: stderr}
	defer tasks.Close()
	report, err := loop.MakeReport(ctx, r, tasks.Show)
	if err != nil {
		return cli.Stopped(err, ": training is finished; the same command makes the report")
	}
	tasks.Close()
	return cli.WriteResult(stdout, asJSON, report,
		func(w io.Writer) error { return loop.WriteReport(w, report) })
}
