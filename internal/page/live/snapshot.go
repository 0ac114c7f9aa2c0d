package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"epaminondas/internal/base/sqlite"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// snapshot is all that was read of a run so far.
type snapshot struct {
	brief bool // only what a status needs is read

	config       runs.Config
	begun        time.Time // this session, or the last
	training     bool
	renewals     int // counts how often the points were begun anew
	markers      []runs.Marker
	verdicts     []runs.Verdict
	matches      []Match // what the verdicts tell
	ratings      *Ratings
	measurements []Measurement // of the lineage of the markers
	best         int64         // id of a checkpoint
	hasBest      bool
	lastGame     int64 // its id, which counts the games
	newest       []replay.Summary
	listed       time.Time // when newest was read
	report       *Report
	fleet        *runs.FleetStatus // nil for a run without workers
}

// newestGames is how many games are listed, and listEvery how often the list may change, so that one can be clicked.
const (
	newestGames = 24
	listEvery   = 5 * time.Second
)

// read looks into a run that was looked into before, and returns what is known now; old stays as it is. If a longer run has gone
// on from an earlier checkpoint, everything is read anew.
func read(ctx context.Context, dir string, old snapshot) (snapshot, error) {
	for tries := 1; ; tries++ {
		t, err := readOnce(ctx, dir, old)
		if err == nil {
			return t, nil
		}
		if tries == mostTries || !errors.Is(err, sqlite.ErrMoved) {
			return old, fmt.Errorf("live: %w", err)
		}
	}
}

// mostTries is how often a run is looked into that comes into use just then.
const mostTries = 3

func readOnce(ctx context.Context, dir string, old snapshot) (t snapshot, err error) {
	t = old
	if t.config, t.begun, err = runs.Settings(dir); err != nil {
		return t, err
	}
	if t.training, err = runs.InTraining(ctx, dir); err != nil {
		return t, err
	}
	view, err := runs.OpenView(ctx, dir)
	if err != nil {
		return t, err
	}
	err = t.look(ctx, view)
	if closed := view.Close(); err == nil {
		err = closed
	}
	if err != nil || t.brief {
		return t, err
	}
	return t, t.readReport(dir)
}

// look reads what is new.
func (t *snapshot) look(ctx context.Context, view *runs.View) (err error) {
	if err := t.lookAtCheckpoints(ctx, view); err != nil {
		return err
	}
	if t.best, t.hasBest, err = view.Best(ctx); err != nil {
		return err
	}
	last, err := view.Games.Last(ctx)
	if err != nil {
		return err
	}
	t.lastGame = last
	if t.brief {
		return nil
	}
	if t.fleet, err = view.Fleet(ctx, time.Now()); err != nil {
		return err
	}
	var after int64
	if n := len(t.verdicts); n > 0 {
		after = t.verdicts[n-1].ID
	}
	verdicts, err := view.Verdicts(ctx, after)
	if err != nil {
		return err
	}
	t.verdicts = append(slices.Clip(t.verdicts), verdicts...)
	if len(verdicts) > 0 {
		if t.matches, t.ratings, err = judge(t.markers, t.verdicts); err != nil {
			return err
		}
	}
	stale := last > 0 && (len(t.newest) == 0 || t.newest[0].ID != last)
	if now := time.Now(); stale && (now.Sub(t.listed) > listEvery || !t.training) {
		t.listed = now
		t.newest, err = view.Games.Newest(ctx, newestGames)
	}
	return err
}

// lookAtCheckpoints reads the new checkpoints and what was measured at them.
func (t *snapshot) lookAtCheckpoints(ctx context.Context, view *runs.View) error {
	markers, err := t.newMarkers(ctx, view)
	if err != nil {
		return err
	}
	var before *runs.Marker
	if n := len(t.markers); n > 0 {
		before = &t.markers[n-1]
	}
	if before != nil && len(markers) > 0 && markers[0].Step <= before.Step {
		before, t.measurements = nil, nil // a longer run, or the final checkpoint of the same step
		t.renewals++
	}
	t.markers = append(slices.Clip(t.markers), markers...)
	if t.brief {
		return nil
	}
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

// newMarkers returns the checkpoints after the last one known. If the run lacks that one, another was begun in its folder: then what
// is known is forgotten.
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
	*t = snapshot{brief: t.brief, config: t.config, begun: t.begun, training: t.training, renewals: t.renewals + 1}
	return view.Markers(ctx, 0)
}
