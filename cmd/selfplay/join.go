package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/fleet"
	"epaminondas/internal/training/fleet/wire"
)

// checkJoin returns an error for flags that cannot be used with --join.
func (c command) checkJoin() error {
	for _, other := range []struct {
		flag  string
		given bool
	}{
		{"--out", c.Out != ""},
		{"--model", c.Model != ""},
		{"--first", c.First != nil},
		{"--seed", c.Seed != nil},
		{"--set", len(c.Set) > 0},
	} {
		if other.given {
			return cli.Usagef("--join and %s: with --join the hub sets how to play and stores the games, so leave out %[1]s",
				other.flag)
		}
	}
	switch {
	case c.Spool == "":
		return cli.Usagef(
			"--join needs --spool: give a folder that keeps games until they are in the run's database")
	case c.Games != nil && *c.Games == 0:
		return cli.Usagef("--games 0: want at least 1")
	case c.Workers != nil && *c.Workers < 1:
		return cli.Usagef("--workers %d: want at least 1", *c.Workers)
	}
	return nil
}

// join plays for a run that another machine trains.
func (c command) join(ctx context.Context, stdout, stderr io.Writer) error {
	invite, err := wire.LoadInvite(c.Join)
	if err != nil {
		return err
	}
	pair, key, err := invite.Key()
	if err != nil {
		return err
	}
	config := fleet.DefaultWorker()
	config.Key, config.Signer, config.Spool, config.Cores = key, pair, c.Spool, runtime.GOMAXPROCS(0)
	if c.Workers != nil {
		config.Cores, config.Workers = *c.Workers, *c.Workers
	}
	if c.Games != nil {
		config.Games = *c.Games
	}
	link, err := wire.Join(invite)
	if err != nil {
		return err
	}
	defer link.Close()
	fmt.Fprintf(stdout, "%s plays for fleet %s\n", invite.Name, invite.Fleet)
	err = fleet.RunWorker(ctx, config, link, cli.Notes(stderr))
	if _, missing := os.Stat(c.Spool); missing != nil {
		return cli.Stopped(err, " before the first game")
	}
	return cli.Stopped(err, ": %s has the games that are not yet in the run's database; "+
		"the same command sends them", c.Spool)
}
