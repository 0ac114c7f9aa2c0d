package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/runs"
	"epaminondas/net"
	"epaminondas/replay"
)

// lesson is what an evaluation of lines learns from.
type lesson struct {
	rules string
	// games returns the next game, or ok = false after the last one.
	games   func(context.Context) (g *replay.Game, ok bool, err error)
	count   int // of the games, about
	teacher *net.Checkpoint
	name    string // of the teacher
}

// withLesson calls do with the games of the run or of the file.
func (c *linesCommand) withLesson(ctx context.Context, do func(*lesson) error) error {
	if c.Games != "" {
		l, err := c.lessonOfFile()
		if err != nil {
			return err
		}
		return do(l)
	}
	err := runs.Read(ctx, c.Run, func(r *runs.Run) error {
		l, err := c.lessonOfRun(ctx, r)
		if err != nil {
			return err
		}
		return do(l)
	})
	if errors.Is(err, runs.ErrNoRun) {
		err = cli.Usagef("--run: %w", err)
	}
	return err
}

// lessonOfFile returns the games of a file, in random order.
func (c *linesCommand) lessonOfFile() (*lesson, error) {
	checkpoint, err := net.LoadCheckpoint(c.Teacher)
	if err != nil {
		return nil, &cli.UsageError{Err: err}
	}
	records, err := readRecords(c.Games)
	if err != nil {
		return nil, fmt.Errorf("train: --games: %s: %w", c.Games, err)
	}
	if len(records) == 0 {
		return nil, cli.Usagef("--games %s: the file has no games", c.Games)
	}
	first, err := replay.DecodeGame(records[0])
	if err != nil {
		return nil, fmt.Errorf("train: --games: %s: %w", c.Games, err)
	}
	rand.New(rand.NewPCG(c.Seed, 0)).Shuffle(len(records), func(i, j int) {
		records[i], records[j] = records[j], records[i]
	})
	l := &lesson{rules: first.Rules, count: len(records), teacher: checkpoint, name: filepath.Base(c.Teacher)}
	l.games = func(context.Context) (*replay.Game, bool, error) {
		if len(records) == 0 {
			return nil, false, nil
		}
		g, err := replay.DecodeGame(records[0])
		records = records[1:]
		if err == nil && g.Rules != l.rules {
			err = fmt.Errorf("train: --games: %v has the rules %s, but other games %s", g, g.Rules, l.rules)
		}
		return g, err == nil, err
	}
	return l, nil
}

// readRecords reads the records of the games of a file. They need far less memory than the games.
func readRecords(path string) (records [][]byte, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	reader, err := replay.NewReader(file)
	if err != nil {
		return nil, err
	}
	for {
		record, err := reader.NextRecord()
		if errors.Is(err, io.EOF) {
			return records, nil
		}
		if err != nil {
			return nil, err
		}
		records = append(records, slices.Clone(record))
	}
}

// lessonOfRun returns the games of an open run.
func (c *linesCommand) lessonOfRun(ctx context.Context, r *runs.Run) (*lesson, error) {
	l := &lesson{rules: r.LastBoard()}
	var err error
	if l.teacher, l.name, err = c.teacher(ctx, r); err != nil {
		return nil, err
	}
	l.games, l.count, err = gamesOf(ctx, r, l.rules, c.Seed)
	return l, err
}

// teacher returns the network that labels the leaves, and its name.
func (c *linesCommand) teacher(ctx context.Context, r *runs.Run) (*net.Checkpoint, string, error) {
	if c.Teacher != "" {
		checkpoint, err := net.LoadCheckpoint(c.Teacher)
		if err != nil {
			err = &cli.UsageError{Err: err}
		}
		return checkpoint, filepath.Base(c.Teacher), err
	}
	registry, err := r.Checkpoints(ctx)
	if err != nil {
		return nil, "", err
	}
	if len(registry) == 0 {
		return nil, "", cli.Usagef("--run %s: the run has no checkpoint yet", r.Dir)
	}
	last := registry[len(registry)-1]
	checkpoint, err := r.LoadWeights(ctx, last)
	return checkpoint, last.File, err
}

// gamesOf returns a reader of the run's games with the given rules, and their number. They come in random
// order from the newer two thirds of the games, which are the best ones. Damaged games are passed over.
func gamesOf(ctx context.Context, r *runs.Run, rules string, seed uint64) (
	next func(context.Context) (*replay.Game, bool, error), count int, err error) {
	last, err := r.Games.Last(ctx)
	if err != nil {
		return nil, 0, err
	}
	newest := int(last) * 2 / 3
	order := rand.New(rand.NewPCG(seed, 0)).Perm(newest)
	return func(ctx context.Context) (*replay.Game, bool, error) {
		for len(order) > 0 {
			id := last - int64(order[0])
			order = order[1:]
			g, err := r.Games.Load(ctx, id)
			switch {
			case errors.Is(err, replay.ErrCorrupt) || errors.Is(err, replay.ErrNoGame):
			case err != nil:
				return nil, false, err
			case g.Rules == rules:
				return g, true, nil
			}
		}
		return nil, false, nil
	}, newest, nil
}
