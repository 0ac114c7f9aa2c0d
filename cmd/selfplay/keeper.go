package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// keeper stores games. A game is on the disk when keep returns.
type keeper interface {
	keep(ctx context.Context, g *replay.Game) error
	Close() error
}

// runKeeper stores games in a run.
type runKeeper struct{ *runs.Run }

func (k runKeeper) keep(ctx context.Context, g *replay.Game) error {
	if err := k.Present(); err != nil {
		return k.Rescue(ctx, err, "Self-play stops")
	}
	_, err := k.Games.Append(ctx, g)
	if errors.Is(err, replay.ErrDuplicate) {
		return fmt.Errorf("%w: give another --seed or --first", err)
	}
	return err
}

// fileKeeper stores games in a games file.
type fileKeeper struct{ *replay.File }

func (k fileKeeper) keep(_ context.Context, g *replay.Game) error { return k.Append(g) }

// openFile opens a file for games of a seed and of rules, and returns the number after the last game with
// the seed. It removes an incomplete last game of a killed writer, because no command has counted this
// game.
func openFile(path string, seed uint64, rules string) (keeper, uint64, error) {
	file, err := replay.OpenFile(path)
	if errors.Is(err, replay.ErrTorn) {
		if _, err = replay.RepairFile(path); err == nil {
			file, err = replay.OpenFile(path)
		}
	}
	if errors.Is(err, durable.ErrInUse) {
		return nil, 0, fmt.Errorf("%w: give another --out", err)
	}
	if err != nil {
		return nil, 0, err
	}
	next, err := nextInFile(path, seed, rules)
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return fileKeeper{file}, next, nil
}

// nextInFile returns the number after the last game of a seed in a file. It returns an error for a file
// with games by other rules.
func nextInFile(path string, seed uint64, rules string) (uint64, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	reader, err := replay.NewReader(file)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	var next uint64
	for {
		g, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return next, nil
		}
		if err != nil {
			return 0, fmt.Errorf("%s: %w", path, err)
		}
		if g.Rules != rules {
			return 0, cli.Usagef("--out %s: the file has games of %.100q, and not of %q: give another file", path,
				g.Rules, rules)
		}
		if g.Seed == seed {
			next = max(next, g.Number+1)
		}
	}
}
