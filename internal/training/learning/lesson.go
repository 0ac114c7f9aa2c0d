package learning

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"epaminondas/internal/training/runs"
	"epaminondas/net"
	"epaminondas/replay"
)

// Lesson is what an evaluation of lines learns from.
type Lesson struct {
	Rules string
	// Games returns the next game, or ok = false after the last one.
	Games   func(context.Context) (g *replay.Game, ok bool, err error)
	Count   int // of the games, about
	Teacher *net.Checkpoint
	Name    string // of the teacher
}

// ErrNothing says that there is nothing to learn from.
var ErrNothing = errors.New("there is nothing to learn from")

// LessonOfRun returns the newer two thirds of the run's games, which are the best ones, in random order. The
// teacher is the run's last network. Damaged games are passed over.
func LessonOfRun(ctx context.Context, r *runs.Run, seed uint64) (*Lesson, error) {
	registry, err := r.Checkpoints(ctx)
	if err != nil {
		return nil, err
	}
	if len(registry) == 0 {
		return nil, fmt.Errorf("learning: %s: %w: the run has no checkpoint yet", r.Dir, ErrNothing)
	}
	final := registry[len(registry)-1]
	l := &Lesson{Rules: r.LastBoard(), Name: final.File}
	if l.Teacher, err = r.LoadWeights(ctx, final); err != nil {
		return nil, err
	}
	last, err := r.Games.Last(ctx)
	if err != nil {
		return nil, err
	}
	l.Count = int(last) * 2 / 3
	order := rand.New(rand.NewPCG(seed, 0)).Perm(l.Count)
	l.Games = func(ctx context.Context) (*replay.Game, bool, error) {
		for len(order) > 0 {
			id := last - int64(order[0])
			order = order[1:]
			g, err := r.Games.Load(ctx, id)
			switch {
			case errors.Is(err, replay.ErrCorrupt) || errors.Is(err, replay.ErrNoGame):
			case err != nil:
				return nil, false, err
			case g.Rules == l.Rules:
				return g, true, nil
			}
		}
		return nil, false, nil
	}
	return l, nil
}

// Ask makes the network of a file the teacher.
func (l *Lesson) Ask(teacher string) (err error) {
	l.Teacher, err = net.LoadCheckpoint(teacher)
	l.Name = filepath.Base(teacher)
	return err
}

// LessonOfFile returns the games of a file in random order, and the network of another file as their
// teacher.
func LessonOfFile(path, teacher string, seed uint64) (*Lesson, error) {
	l := &Lesson{}
	if err := l.Ask(teacher); err != nil {
		return nil, err
	}
	records, err := readRecords(path)
	if err != nil {
		return nil, fmt.Errorf("learning: games of %s: %w", path, err)
	}
	if len(records) == 0 {
		return nil, fmt.Errorf("learning: games of %s: %w", path, ErrNothing)
	}
	first, err := replay.DecodeGame(records[0])
	if err != nil {
		return nil, fmt.Errorf("learning: games of %s: %w", path, err)
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(records), func(i, j int) {
		records[i], records[j] = records[j], records[i]
	})
	l.Rules, l.Count = first.Rules, len(records)
	l.Games = func(context.Context) (*replay.Game, bool, error) {
		if len(records) == 0 {
			return nil, false, nil
		}
		g, err := replay.DecodeGame(records[0])
		records = records[1:]
		if err == nil && g.Rules != l.Rules {
			err = fmt.Errorf("%v has the rules %s, but other games %s", g, g.Rules, l.Rules)
		}
		if err != nil {
			err = fmt.Errorf("learning: games of %s: %w", path, err)
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
