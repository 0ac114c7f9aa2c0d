package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/match/result"
	"epaminondas/internal/training/runs"
	"epaminondas/net"
)

// origin is the run of a checkpoint, with the run's data about the checkpoint.
type origin struct {
	file       string // path of the checkpoint
	checkpoint *net.Checkpoint
	card       runCard
}

// runCard holds the run's data about its checkpoint.
type runCard struct {
	Folder string `json:"folder"`
	// Init is the checkpoint from which the run began, if not from random weights.
	Init  string     `json:"init,omitempty"`
	Phase runs.Phase `json:"phase"` // constant, cooldown or final
	Games int64      `json:"games"` // games of self-play up to the checkpoint
	Hours float64    `json:"hours"` // hours at work up to the checkpoint
	// Processor is the processor time up to the checkpoint. It is nil if the run did not count it.
	Processor *runs.ProcessorTime `json:"processor,omitempty"`
	Best      bool                `json:"best"`           // the last checkpoint that passed the gate
	Gate      *matchCard          `json:"gate,omitempty"` // its match as a candidate, if any
	// Matches and Exact come from the run's report, if it is about this checkpoint.
	Matches []matchCard   `json:"matches,omitempty"`
	Exact   *result.Exact `json:"exact,omitempty"` // mistakes on the solved board
}

// matchCard is a match of the checkpoint.
type matchCard struct {
	Against string          `json:"against"`
	Score   float64         `json:"score"`
	Elo     result.Interval `json:"elo"` // over the opponent
}

// newMatchCard returns the part of a card about a match that the checkpoint played as A.
func newMatchCard(m *result.Match) matchCard { return matchCard{m.B, m.Score, m.Rating} }

// errNoCheckpoint means that a run has nothing to export.
var errNoCheckpoint = errors.New("no checkpoint yet")

// findPlayer returns the finished player of a run. Before the end it returns the last checkpoint that
// passed the gate, or the newest if none did.
func findPlayer(ctx context.Context, dir string) (*origin, error) {
	o, err := find(ctx, dir, func(m runs.Marker, player int64) bool { return m.ID == player })
	if err == nil && o == nil {
		err = fmt.Errorf("%s: %w", dir, errNoCheckpoint)
	}
	return o, err
}

// findRun returns the run with the checkpoint in its folder, or nil.
func findRun(ctx context.Context, file string) (*origin, error) {
	absolute, err := filepath.Abs(file)
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	dir := filepath.Dir(filepath.Dir(absolute))
	o, err := find(ctx, dir, func(m runs.Marker, _ int64) bool {
		return cli.SameFile(runs.CheckpointPath(dir, m.File), file)
	})
	if errors.Is(err, runs.ErrNoRun) {
		return nil, nil
	}
	return o, err
}

// wish reports whether a checkpoint is the wanted one, given the id of the run's player.
type wish func(m runs.Marker, player int64) bool

// find returns the wanted checkpoint of a run, or nil. The run may be in training.
func find(ctx context.Context, dir string, wanted wish) (o *origin, err error) {
	err = runs.Look(ctx, dir, func(view *runs.View) (err error) {
		o, err = look(ctx, view, wanted)
		return err
	})
	return o, err
}

func look(ctx context.Context, view *runs.View, wanted wish) (*origin, error) {
	list, err := view.Markers(ctx, 0)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	best, judged, err := view.Best(ctx)
	if err != nil {
		return nil, err
	}
	player, newest := best, list[len(list)-1]
	if !judged || newest.Phase == runs.Final {
		player = newest.ID
	}
	for _, m := range list {
		if wanted(m, player) {
			return describe(ctx, view, m, judged && m.ID == best)
		}
	}
	return nil, nil
}

// describe collects the run's data about a checkpoint.
func describe(ctx context.Context, view *runs.View, m runs.Marker, best bool) (*origin, error) {
	settings, _, err := runs.Settings(view.Dir)
	if err != nil {
		return nil, err
	}
	o := &origin{
		file: runs.CheckpointPath(view.Dir, m.File),
		card: runCard{Folder: view.Dir, Init: settings.Init.Name(), Phase: m.Phase, Games: m.Games,
			Hours: m.Elapsed.Hours(), Processor: m.Processor.Time(m.Elapsed), Best: best},
	}
	if o.checkpoint, err = view.LoadWeights(ctx, m); err != nil {
		return nil, err
	}
	verdicts, err := view.Verdicts(ctx, 0)
	if err != nil {
		return nil, err
	}
	for _, v := range verdicts {
		if v.Candidate == m.ID {
			var played result.Match
			if err := json.Unmarshal(v.Detail, &played); err != nil {
				return nil, fmt.Errorf("export: read the gate match of %s: %w", m.File, err)
			}
			card := newMatchCard(&played)
			o.card.Gate = &card
		}
	}
	return o, o.readReport(view.Dir)
}

// readReport adds the figures of the run's report, if it is about the checkpoint.
func (o *origin) readReport(dir string) error {
	kept, err := runs.ReadReport(dir)
	if err != nil || kept == nil {
		return err
	}
	if filepath.Base(kept.Model) != filepath.Base(o.file) { // the folder may have been moved
		return nil
	}
	for _, m := range kept.Matches {
		o.card.Matches = append(o.card.Matches, newMatchCard(m))
	}
	if len(kept.Exact) > 0 {
		o.card.Exact = kept.Exact[0]
	}
	return nil
}
