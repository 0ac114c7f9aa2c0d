package main

import (
	"context"
	"io"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/doctor"
)

const doctorDescription = `Train doctor measures for about fifteen seconds how well this machine runs a config: the kernels, the speed of evaluation, training and self-play, and the memory, disk and time of the run. It changes nothing and writes no file.`

// doctorName is the name of the subcommand.
const doctorName = "doctor"

// doctorCommand is the command line of train doctor.
type doctorCommand struct {
	Config string         `help:"TOML file with the settings to measure, or the name of a config of the program, such as tiny." required:"" placeholder:"FILE"`
	For    *time.Duration `help:"Time of the whole run, instead of the config's train.duration and train.steps, such as 30m or 8h." placeholder:"TIME"`
	Clock  string         `help:"Clock of --for: wall or processor, as in train --help." placeholder:"CLOCK"`
	Set    []string       `help:"Change one setting, such as --set network.channels=64. May be repeated." placeholder:"KEY=VALUE" sep:"none"`
	JSON   bool           `name:"json" help:"Print the report as JSON."`

	patience time.Duration // of the measurements
}

// Help is the long help.
func (doctorCommand) Help() string {
	return `Examples:

  train doctor --config configs/epaminondas.toml
  train doctor --config configs/epaminondas.toml --set network.blocks=6 --set network.channels=64 --for 24h

The speeds are for the start of a run, with an untrained network and the current load of the
machine. docs/performance.md explains the lines. If the output begins with SLOW, read that line
first.

` + cli.ExitCodes
}

func (c doctorCommand) run(ctx context.Context, stdout, stderr io.Writer) error {
	config, err := command{Config: c.Config, For: c.For, Clock: c.Clock, Set: c.Set}.resolve()
	if err != nil {
		return err
	}
	progress := cli.NewProgress(stderr, doctorName, 0)
	report, err := doctor.Examine(ctx, config, c.patience, func(task string, done, total int) {
		progress.SetTotal(int64(total))
		progress.Status(task)
		progress.Set(int64(done))
	})
	progress.Close()
	if err != nil {
		return cli.Stopped(err, ", nothing was written")
	}
	return cli.WriteResult(stdout, c.JSON, report, report.WriteText)
}
