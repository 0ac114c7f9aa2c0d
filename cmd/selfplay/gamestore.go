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

// gameStore stores games. A game is on the disk when keep returns.
type gameStore interface {
	keep(ctx context.Context, g *replay.Game) error
	Close() error
}

// runStore stores games in a run.
type runStore struct{ *runs.Run }

func (k runStore) keep(ctx context.Context, g *replay.Game) error {
	if err := k.Present(); err != nil {
		return k.Rescue(ctx, err, "Self-play stops")
	}
	_, err := k.Games.Append(ctx, g)
	if errors.Is(err, replay.ErrDuplicate) {
		return fmt.Errorf("%w: give another --seed or --first", err)
	}
	return err
}

// fileStore stores games in a games file.
type fileStore struct{ *replay.File }

func (k fileStore) keep(_ context.Context, g *replay.Game) error { return k.Append(g) }

// plan says which games a command wants to add to a file.
type plan struct {
	seed  uint64
	rules string
	first *uint64 // number of the first game; nil for the next free one
	games uint64
}

// has reports whether a number is planned.
func (p plan) has(number uint64) bool {
	return p.first != nil && number >= *p.first && number-*p.first < p.games
}

// openFile opens a file for planned games, and returns the number after the last game with their
// seed. It removes an incomplete last game of a killed writer, because no command has counted this
// game.
func openFile(path string, p plan) (gameStore, uint64, error) {
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
	next, err := p.nextIn(path)
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return fileStore{file}, next, nil
}

// nextIn returns the number after the last game of the seed in a file. It returns an error for a
// file with games by other rules, or with a planned game.
func (p plan) nextIn(path string) (uint64, error) {
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
		if g.Rules != p.rules {
			return 0, cli.Usagef("--out %s: the file has games on %.100q, want games on %q: give another file", path,
				g.Rules, p.rules)
		}
		if g.Seed == p.seed && p.has(g.Number) {
			return 0, cli.Usagef("--first %d: %s already has game %d of seed %d: leave --first out to go on after "+
				"the last game", *p.first, path, g.Number, p.seed)
		}
		if g.Seed == p.seed {
			next = max(next, g.Number+1)
		}
	}
}
