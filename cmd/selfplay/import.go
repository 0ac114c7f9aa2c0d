package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

const importDescription = `Selfplay import adds the games of files, as --out writes them, to a run. If the run already has a game, it counts only once. So you can repeat an import that was stopped.`

// importName is the name of the subcommand.
const importName = "import"

// importCommand is the command line of selfplay import.
type importCommand struct {
	Run   string   `help:"Folder of the run. A trainer may use it at the same time." required:"" type:"path" placeholder:"DIR"`
	Files []string `arg:"" help:"Files of games." name:"file"`
}

// Help is the long help.
func (importCommand) Help() string {
	return `Examples:

  selfplay --config configs/tiny.toml --seed 7 --out tiny.games --games 1000   # perhaps on another machine
  selfplay import --run runs/tiny tiny.games

The seed and the number identify a game. Two different games with the same seed and number are a
conflict: the run keeps its own game, and the command adds the other games and then fails. The
command refuses games with the run's own seed, because only the run's trainer may use that seed.

` + cli.ExitCodes
}

// importBatch is the number of games that one transaction stores.
const importBatch = 256

// imported counts the games of files by their result in the run: added, already known, or in
// conflict.
type imported [replay.Conflict + 1]int

// importGames runs the subcommand import.
func importGames(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	var c importCommand
	if _, err := cli.Parse("selfplay "+importName, importDescription, &c, args, stdout); err != nil {
		return err
	}
	if slices.Contains(c.Files, "") {
		return cli.Usagef("FILE: the path is empty")
	}
	r, err := runs.OpenWaiting(ctx, c.Run, cli.Notes(stderr))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	var total imported
	for _, path := range c.Files {
		if err = importFile(ctx, r, path, &total); err != nil {
			break
		}
	}
	fmt.Fprintf(stdout, "%s added, %s already there, %s\n",
		noun.Count(total[replay.Added], "game"), noun.Count(total[replay.Known], "was", "were"),
		noun.Count(total[replay.Conflict], "conflict"))
	switch {
	case err != nil:
		return cli.Stopped(err, ": give the same command to continue")
	case total[replay.Conflict] > 0:
		return fmt.Errorf("%s not added: %w; play with another --seed",
			noun.Count(total[replay.Conflict], "game was", "games were"), replay.ErrConflict)
	}
	return nil
}

// importFile adds the games of a file, some at a time.
func importFile(ctx context.Context, r *runs.Run, path string, total *imported) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	reader, err := replay.NewReader(file)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for done := false; !done; {
		batch, wrong := readBatch(reader, r.Config)
		fates, err := r.Games.AppendAll(ctx, batch)
		if err != nil {
			return err
		}
		for _, fate := range fates {
			total[fate]++
		}
		if done = errors.Is(wrong, io.EOF); !done && wrong != nil {
			return fmt.Errorf("%s: %w", path, wrong)
		}
	}
	return nil
}

// readBatch reads some games that a run with the config can use. After an error it also returns the
// games before the error. At the end of the file the error is [io.EOF].
func readBatch(reader *replay.Reader, c config.Config) (batch []replay.Encoded, err error) {
	rules, err := c.Rules.Parse()
	if err != nil {
		return nil, err
	}
	for len(batch) < importBatch {
		record, err := reader.NextRecord()
		if err != nil {
			return batch, err
		}
		g, err := replay.Decode(slices.Clone(record))
		switch {
		case err != nil:
			return batch, err
		case g.Game.Rules != rules.Name():
			return batch, fmt.Errorf("%v has the rules %s, but the run plays %s", g.Game, g.Game.Rules,
				rules.Name())
		case g.Game.Seed == c.Seed:
			return batch, fmt.Errorf(
				"%v has the run's own seed, which only its trainer may use: play with another --seed", g.Game)
		}
		batch = append(batch, g)
	}
	return batch, nil
}
