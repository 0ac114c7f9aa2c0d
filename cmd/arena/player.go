package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/match/player"
	"epaminondas/internal/training/runs"
)

// namedPlayer is a player of a match or a ladder.
type namedPlayer struct {
	name  string // in tables and records
	spec  player.Spec
	step  *int64   // training steps of a checkpoint of a run
	hours *float64 // processor time of the run up to the checkpoint, if it was counted
}

// readPlayers reads players from the command line. Players without options of their own get the
// given options.
func readPlayers(texts []string, options string) ([]namedPlayer, error) {
	var list []namedPlayer
	for _, text := range texts {
		e, err := newPlayer("", text, options)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

// newPlayer reads a player. If name is empty, text is the name.
func newPlayer(name, text, options string) (namedPlayer, error) {
	spec, err := player.ParseSpec(text)
	if err == nil && options != "" {
		if spec, err = spec.With(options); err != nil {
			err = fmt.Errorf("--each: %w", err)
		}
	}
	if err != nil {
		return namedPlayer{}, &cli.UsageError{Err: err}
	}
	if name == "" {
		name = spec.String()
	}
	return namedPlayer{name: name, spec: spec}, nil
}

// different returns an error if two players have the same name.
func different(list []namedPlayer) error {
	for i, e := range list {
		if slices.ContainsFunc(list[:i], func(before namedPlayer) bool { return before.name == e.name }) {
			return cli.Usagef("%s is given twice: a rating needs different players", e.name)
		}
	}
	return nil
}

// filesOf returns the files from which the players are read or run.
func filesOf(list []namedPlayer) []string {
	var files []string
	for _, e := range list {
		files = append(files, e.spec.Files()...)
	}
	return files
}

// trainedOn returns the rules that the networks among the players were trained on, or "" if there
// are no networks.
func trainedOn(list []namedPlayer) (string, error) {
	var rules, first string
	for _, e := range list {
		trained, err := e.spec.TrainedOn()
		switch {
		case err != nil:
			return "", err
		case trained == "":
		case rules == "":
			rules, first = trained, e.name
		case rules != trained:
			return "", cli.Usagef("%s was trained on %s, but %s on %s: choose the board with --rules", first, rules,
				e.name, trained)
		}
	}
	return rules, nil
}

// factories prepares the players for a board. device is where networks evaluate positions.
func factories(list []namedPlayer, b *game.Board, device backend.Device) ([]player.Factory, error) {
	var ready []player.Factory
	for _, e := range list {
		c, err := e.spec.On(device).Factory(b)
		if err != nil {
			return nil, err
		}
		c.Name = e.name
		ready = append(ready, c)
	}
	return ready, nil
}

// checkpoints returns the chosen checkpoints of a run as players, and the rules of the run. It only reads
// the run.
func checkpoints(ctx context.Context, dir string, choose choice, options string, note func(string)) (
	list []namedPlayer, rules string, err error) {
	err = runs.Read(ctx, dir, func(run *runs.Run) (err error) {
		rules = run.LastBoard()
		list, err = chosen(ctx, run, choose, options, note)
		return err
	})
	if errors.Is(err, runs.ErrNoRun) {
		err = cli.Usagef("--run: %w", err)
	}
	return list, rules, err
}

// mostCheckpoints limits the checkpoints of a ladder. Time and memory grow with the square of their
// number, so a longer ladder would take too long.
const mostCheckpoints = 700

// chosen returns the chosen checkpoints of an open run as players.
func chosen(ctx context.Context, run *runs.Run, choose choice, options string, note func(string)) (
	list []namedPlayer, err error) {
	registry, err := run.Checkpoints(ctx)
	if err != nil {
		return nil, err
	}
	if len(registry) == 0 {
		return nil, cli.Usagef("--run %s: the run has no checkpoint yet", run.Dir)
	}
	all := len(registry)
	registry = slices.DeleteFunc(registry, func(c runs.Checkpoint) bool { return c.Left })
	if left := all - len(registry); left > 0 {
		note(fmt.Sprintf("%s has the files of %d of %s, because it was packed without --all: only these play",
			run.Dir, len(registry), noun.Count(all, "checkpoint")))
	}
	picked := choose.of(registry)
	if text := choose.skips(run.Dir, len(registry)); text != "" {
		note(text)
	}
	if n := len(picked); n > mostCheckpoints {
		return nil, cli.Usagef("--run %s: %s would play more than %s, want at most %d: choose some "+
			"with --every %d, or with --doublings", run.Dir, noun.Count(n, "checkpoint"),
			noun.Count(n*(n-1), "game"), mostCheckpoints, choice{}.every(len(registry)))
	}
	for _, i := range picked {
		c := registry[i]
		if _, err := run.LoadWeights(ctx, c); err != nil {
			return nil, fmt.Errorf("%w; check the run with \"train repair --run %s\"", err, run.Dir)
		}
		e, err := newPlayer(strings.TrimSuffix(c.File, ".safetensors"), "net:"+run.Path(c), options)
		if err != nil {
			return nil, err
		}
		e.step = &c.Step
		if c.Processor.Counted {
			hours := c.Processor.Used.Hours()
			e.hours = &hours
		}
		list = append(list, e)
	}
	return list, nil
}
