package main

import (
	"context"
	"io"
	"path/filepath"

	"epaminondas/internal/base/cli"
)

const description = `Fleet lets other machines play for a run. They keep each game on their disks until it is in the run's database, so nothing is lost when one of them, this one or the network between fails. docs/fleet.md tells all of it.

  fleet serve --run runs/tiny --addr 0.0.0.0:7420             # here, beside train
  fleet invite --run runs/tiny kitchen --out kitchen.invite   # here, once for each machine
  selfplay --join kitchen.invite --spool spool                # there
  fleet status --run runs/tiny                                # here

` + cli.ExitCodes

// command is the command line.
type command struct {
	Serve  serveCommand  `cmd:"" help:"Take in the games of the workers of a run, until Ctrl-C."`
	Invite inviteCommand `cmd:"" help:"Write an invitation with which one machine can join."`
	Revoke revokeCommand `cmd:"" help:"Take an invitation back, at once."`
	Status statusCommand `cmd:"" help:"Show the workers and what became of their games."`
}

// run reads the command line and does what it says.
func run(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) error {
	var c command
	parsed, err := cli.Parse("fleet", description, &c, args, stdout)
	if err != nil {
		return err
	}
	switch parsed.Selected().Name {
	case "serve":
		return c.Serve.run(ctx, stdout, stderr)
	case "invite":
		return c.Invite.run(ctx, stdout, stderr)
	case "revoke":
		return c.Revoke.run(ctx, stdout, stderr)
	}
	return c.Status.run(ctx, stdout)
}

// folder returns where a run keeps what belongs to its fleet: keys, and what the hub stores.
func folder(run string) string { return filepath.Join(run, "fleet") }
