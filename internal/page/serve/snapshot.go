package serve

import (
	"context"
	"fmt"
	"slices"
	"time"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// snapshot is the known state of a run.
type snapshot struct {
	config       config.Config
	begun        time.Time // start of this session, or of the last one
	training     bool
	renewals     int // number of times that all measurements were read again
	markers      []runs.Marker
	ladder       ladder // of the gate matches
	ratings      *Ratings
	measurements []Measurement // of the lineage of the markers
	bestStep     *int64        // of the last checkpoint that passed the gate; nil if there is none
	lastGame     int64         // its id, which is also the number of games
	newest       []replay.Summary
	listed       time.Time // when newest was read
	report       *Report
	fleet        *ledger.Status // nil for a run without workers
	space        int64          // free space of the disk in bytes, if there is little
}

// newestGames is the length of the list of games. listEvery is the shortest time between two
// changes of the list, so that a person can click on a game.
const (
	newestGames = 24
	listEvery   = 5 * time.Second
)

// read returns the state of a run now, given the state at an earlier read. It does not change old.
// If a longer run has continued from an earlier checkpoint, read reads everything again.
func read(ctx context.Context, dir string, old snapshot) (t snapshot, err error) {
	err = runs.Look(ctx, dir, func(view *runs.View) (err error) {
		t = old
		if t.config, t.begun, err = runs.Settings(dir); err != nil {
			return err
		}
		if t.training, err = runs.InTraining(ctx, dir); err != nil {
			return err
		}
		return t.look(ctx, view)
	})
	if err == nil {
		err = t.readReport(dir)
	}
	t.space = littleSpace(dir, t.training)
	if err != nil {
		return old, fmt.Errorf("live: %w", err)
	}
	return t, nil
}

// look reads everything newer than t from the database.
func (t *snapshot) look(ctx context.Context, view *runs.View) (err error) {
	if err := t.lookAtCheckpoints(ctx, view); err != nil {
		return err
	}
	if err := t.lookAtFigures(ctx, view); err != nil {
		return err
	}
	if t.fleet, err = ledger.Look(ctx, view, time.Now()); err != nil {
		return err
	}
	if err := t.lookAtMatches(ctx, view); err != nil {
		return err
	}
	stale := t.lastGame > 0 && (len(t.newest) == 0 || t.newest[0].ID != t.lastGame)
	if now := time.Now(); stale && (now.Sub(t.listed) > listEvery || !t.training) {
		t.listed = now
		t.newest, err = view.Games.Newest(ctx, newestGames)
	}
	return err
}

// lookAtMatches reads the new gate matches and rates the checkpoints.
func (t *snapshot) lookAtMatches(ctx context.Context, view *runs.View) error {
	verdicts, err := view.Verdicts(ctx, t.ladder.last)
	if err != nil || len(verdicts) == 0 {
		return err
	}
	byID := map[int64]runs.Marker{}
	for _, m := range t.markers {
		byID[m.ID] = m
	}
	if t.ladder, err = t.ladder.add(byID, verdicts); err != nil {
		return err
	}
	t.ratings, err = t.ladder.ratings()
	return err
}

// lookAtFigures reads the best checkpoint and the number of games.
func (t *snapshot) lookAtFigures(ctx context.Context, view *runs.View) error {
	t.bestStep = nil
	id, ok, err := view.Best(ctx)
	if err == nil && ok {
		var best runs.Marker
		if best, ok, err = view.Marker(ctx, id); ok {
			t.bestStep = &best.Step
		}
	}
	if err != nil {
		return err
	}
	t.lastGame, err = view.Games.Last(ctx)
	return err
}

// lookAtCheckpoints reads the new checkpoints and their measurements.
func (t *snapshot) lookAtCheckpoints(ctx context.Context, view *runs.View) error {
	markers, err := t.newMarkers(ctx, view)
	if err != nil {
		return err
	}
	var before *runs.Marker
	if n := len(t.markers); n > 0 {
		before = &t.markers[n-1]
	}
	// a longer run, or the final checkpoint of the same step
	again := before != nil && len(markers) > 0 && markers[0].Step <= before.Step
	if again || len(t.measurements)+len(markers) > 2*maxMeasurements && before != nil {
		before, t.measurements = nil, nil
		t.renewals++
	}
	t.markers = append(slices.Clip(t.markers), markers...)
	fresh := markers
	if before == nil {
		fresh = thin(lineage(t.markers))
	}
	list, err := measurements(ctx, view, before, fresh)
	if err != nil {
		return err
	}
	t.measurements = append(slices.Clip(t.measurements), list...)
	return nil
}

// newMarkers returns the checkpoints after the last known one. If the run lacks this checkpoint, a
// new run has begun in the folder. Then newMarkers resets t and returns all checkpoints.
func (t *snapshot) newMarkers(ctx context.Context, view *runs.View) ([]runs.Marker, error) {
	n := len(t.markers)
	if n == 0 {
		return view.Markers(ctx, 0)
	}
	last := t.markers[n-1]
	markers, err := view.Markers(ctx, last.ID-1)
	if err != nil {
		return nil, err
	}
	if len(markers) > 0 && markers[0] == last {
		return markers[1:], nil
	}
	*t = snapshot{config: t.config, begun: t.begun, training: t.training, renewals: t.renewals + 1}
	return view.Markers(ctx, 0)
}
