package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

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

// openFile opens a file of games and returns the number after the last game with a seed. It removes
// an incomplete last game of a killed writer, because no command has counted this game.
func openFile(path string, seed uint64) (keeper, uint64, error) {
	next, err := nextInFile(path, seed)
	// A last game with missing sectors looks corrupt.
	if errors.Is(err, replay.ErrTorn) || errors.Is(err, replay.ErrCorrupt) {
		if _, err = replay.RepairFile(path); err == nil {
			next, err = nextInFile(path, seed)
		}
	}
	if err != nil {
		return nil, 0, err
	}
	file, err := replay.OpenFile(path)
	if err != nil {
		return nil, 0, err
	}
	return fileKeeper{file}, next, nil
}

// nextInFile returns the number after the last game of a seed in a file. The file need not exist.
func nextInFile(path string, seed uint64) (uint64, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
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
		if g.Seed == seed {
			next = max(next, g.Number+1)
		}
	}
}
