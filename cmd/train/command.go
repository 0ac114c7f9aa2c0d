package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"epaminondas/internal/base/await"
	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/loop"
	"epaminondas/internal/training/memory"
	"epaminondas/internal/training/runs"
)

const description = `Train teaches a player from the rules alone. Self-play fills the run's database with games, training fits the network to the results of the searches, and a gate names the best checkpoint. At the end, train measures the finished player and stores the report. Everything is in the run's folder. Ctrl-C stops within seconds. After that or a crash, the same command resumes.`

// command is the command line.
type command struct {
	Config string         `help:"What to train, as TOML. The files in configs/ explain the keys; run.toml in the run's folder lists all." required:"" type:"path" placeholder:"FILE"`
	Run    string         `help:"Folder of the run. Default: runs/ and the name of the config, with the seed if it is given." type:"path" placeholder:"DIR"`
	For    *time.Duration `help:"Time of the whole run, instead of the config's train.duration and train.steps, such as 30m or 8h." placeholder:"TIME"`
	Clock  string         `help:"What --for counts: wall, the time at work, or processor, the processor time of the process over all its cores. Default: wall with --for, else the config's train.clock." placeholder:"CLOCK"`
	Seed   *uint64        `help:"Seed of all randomness, instead of the config's."`
	Init   string         `help:"Checkpoint whose weights a new run begins with, instead of random ones; it may be of another board. To go on, give the same one." type:"path" placeholder:"FILE"`
	Set    []string       `help:"Change one setting, such as --set learn.batch_size=128. May be repeated." placeholder:"KEY=VALUE" sep:"none"`
	JSON   bool           `name:"json" help:"Print the report as JSON."`

	UntilEOF bool `name:"until-eof" help:"Stop as after Ctrl-C when standard input ends: for programs that start this one."`
}

// Help is the long help.
func (command) Help() string {
	return `Commands:

  train --config FILE    trains, or goes on training
  train doctor           measures how fast this machine would train with a config
  train ab               says which of two configs is better
  train fit              compares settings on the stored games of a run

Each command explains its flags with --help; the flags below are those of training.

Examples:

  train --config configs/tiny.toml                    # a solved board, in five minutes
  train --config configs/crossings.toml --for 1h
  train --config configs/crossings.toml --for 4h --clock processor   # 2 hours on two cores, if nothing else runs
  train --config configs/tiny.toml --seed 2 --set network.channels=48
  train --config configs/epaminondas8.toml --init models/crossings.safetensors   # from what another board taught
  train doctor --config configs/epaminondas.toml      # how fast would this machine be?
  train ab --help                                     # which of two configs is better?
  train fit --help                                    # which network learns most from the same games?
  train repair --run runs/tiny                        # is everything in a run sound?

A line for each cycle says: the step; games and searched positions so far; games/h; positions/s played and samples/s learnt; the losses of policy and value; how often the network's first choice is the search's (agree); how far its value is off (error); how much of the cores it asked for the run got (cpu); and the time at work.

The time is for the whole run, over all sessions. With --clock processor it is processor time: the user and system time of the process, summed over its cores. A run on a busy machine then takes longer, and does not cool down too early. Two cores use 4h in 2 hours, four cores in one.

Train tries the players in report.opponents before training begins. A player that it cannot open is an error at once. A player ugi:COMMAND starts a program. A note shows the command first: read it before you train with another person's config.

A finished run that is given more goes on from before its learning rate fell: what it learnt while it cooled down stays as a checkpoint, and the longer run does without it.

` + cli.ExitCodes
}

// run trains, or goes on training, and reports; or it runs a subcommand.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	if len(args) > 0 {
		switch args[0] {
		case doctorName:
			return examine(ctx, args[1:], stdout, stderr)
		case abName:
			return compare(ctx, args[1:], stdout, stderr)
		case fitName:
			return compareFits(ctx, args[1:], stdout, stderr)
		case repairName:
			return repair(ctx, args[1:], stdout, stderr)
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
	config, err := c.resolve()
	if err != nil {
		return err
	}
	if err := memory.Check(config); err != nil {
		return err
	}
	note := cli.Notes(stderr)
	if err := loop.TryOpponents(ctx, config, note); err != nil {
		return interrupted(err, "nothing was trained")
	}
	r, err := runs.CreateWaiting(ctx, c.folder(), config, note)
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
func (c command) resolve() (runs.Config, error) {
	var settings []string
	if c.For != nil {
		settings = append(settings, "train.clock="+runs.WallClock) // unless --set or --clock says otherwise
	}
	settings = append(settings, c.Set...)
	if c.Clock != "" {
		settings = append(settings, "train.clock="+c.Clock)
	}
	if c.Seed != nil {
		settings = append(settings, fmt.Sprintf("seed=%d", *c.Seed))
	}
	if c.For != nil {
		if *c.For <= 0 {
			return runs.Config{}, cli.Usagef("--for %v: want more than 0, such as 30m or 8h", *c.For)
		}
		settings = append(settings, "train.duration="+c.For.String(), "train.steps=0")
	}
	config, err := loadConfig(c.Config, settings)
	if err != nil {
		return config, err
	}
	if c.Init != "" {
		config.Init = runs.Init{File: c.Init}
	}
	return config, nil
}

// loadConfig reads a config with the settings that change it.
func loadConfig(path string, settings []string) (runs.Config, error) {
	config, err := runs.Load(path, settings)
	if err != nil {
		return config, &cli.UsageError{Err: err}
	}
	if err := loop.CheckOpponents(config.Report); err != nil {
		return config, &cli.UsageError{Err: fmt.Errorf("config: %s: %w", path, err)}
	}
	return config, nil
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
	if errors.Is(err, await.ErrLeft) {
		return interrupted(err, "the network is too large to wait for what it was doing; the same "+
			"command goes on in %s from the last checkpoint", r.Dir)
	}
	return interrupted(err, "everything is in %s, the same command goes on from there", r.Dir)
}

// interrupted returns err, or for a cancelled context [cli.ErrInterrupted] with the text.
func interrupted(err error, format string, args ...any) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w: %s", cli.ErrInterrupted, fmt.Sprintf(format, args...))
	}
	return err
}

// printReport measures the finished player and prints what it can do.
func printReport(ctx context.Context, r *runs.Run, asJSON bool, stdout, stderr io.Writer) error {
	tasks := cli.Tasks{Out: stderr}
	defer tasks.Close()
	report, err := loop.MakeReport(ctx, r, tasks.Show)
	if err != nil {
		return interrupted(err, "training is done, the same command makes the report")
	}
	tasks.Close()
	if asJSON {
		return report.WriteJSON(stdout)
	}
	return loop.WriteReport(stdout, report)
}
