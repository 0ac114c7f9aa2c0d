package main

import (
	"context"
	"io"
	"path/filepath"

	"epaminondas/internal/base/cli"
)

const description = `Fleet lets other machines play for a run. They keep each game on their disks until it is in the
run's database. So no finished game is lost if a machine or the network fails. docs/fleet.md
explains the details.

  fleet serve --run runs/tiny --addr 0.0.0.0:7420             # on this machine, beside train
  fleet invite --run runs/tiny kitchen --out kitchen.invite   # on this machine, once for each worker
  selfplay --join kitchen.invite --spool spool                # on the worker's machine
  fleet status --run runs/tiny                                # on this machine

` + cli.ExitCodes

// command is the command line.
type command struct {
	Serve  serveCommand  `cmd:"" help:"Receive the games of a run's workers, until Ctrl-C."`
	Invite inviteCommand `cmd:"" help:"Write an invitation, with which one machine can join."`
	Revoke revokeCommand `cmd:"" help:"Revoke an invitation at once."`
	Status statusCommand `cmd:"" help:"Show the workers, and how many of their games were stored or refused."`
}

// subcommand is one of the commands.
type subcommand interface {
	run(ctx context.Context, stdout, stderr io.Writer) error
}

// run parses the command line and runs the chosen command.
func run(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) error {
	var c command
	parsed, err := cli.Parse("fleet", description, &c, args, stdout)
	if err != nil {
		return err
	}
	return cli.Selected[subcommand](parsed).run(ctx, stdout, stderr)
}

// folder returns the folder for a run's fleet. It has the keys and the hub's stored data.
func folder(run string) string { return filepath.Join(run, "fleet") }
