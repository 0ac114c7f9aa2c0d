package serve

import (
	"context"
	"fmt"
	"math"
	"time"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
)

// The states of a run.
const (
	Running   = "running"
	Reporting = "reporting" // training is over, the report is being made
	Stopped   = "stopped"   // the same command resumes it
	Finished  = "finished"
)

// Status is the current state of a run.
type Status struct {
	State   string   `json:"state"`
	Step    int64    `json:"step"`    // of the newest checkpoint
	Games   int64    `json:"games"`   // of self-play, until now
	Elapsed float64  `json:"elapsed"` // seconds at work
	Used    *float64 `json:"used"`    // seconds of processor time; null if not counted
	// processor time as a share of the requested cores; 0 if unknown
	Got      float64 `json:"got"`
	Progress float64 `json:"progress"` // spent share of the budget, 0 to 1
	// seconds to the end of the budget; null if unknown, or if nobody trains
	Left *float64 `json:"left"`
	// step of the last checkpoint that passed the gate; null if there is none
	Best   *int64  `json:"best"`
	Rate   float64 `json:"rate"`   // games an hour in the last minutes
	Budget float64 `json:"budget"` // seconds of the clock; 0 if steps end the run
	Clock  string  `json:"clock"`  // of the budget: wall or processor
	Steps  int64   `json:"steps"`  // training steps; 0 if time ends the run
	// Idle is the number of seconds since the newest game, in a run that is being trained.
	Idle float64 `json:"idle,omitempty"`
	// Space is the free space of the disk in bytes, if there is little.
	Space   int64 `json:"space,omitempty"`
	Matches int   `json:"matches"` // gate matches so far
}

// status returns the state of the run at a moment.
func (t *snapshot) status(now time.Time) Status {
	train := t.config.Train
	h := Status{State: t.state(), Games: t.lastGame, Budget: time.Duration(train.Duration).Seconds(),
		Clock: train.Clock, Steps: train.Steps, Space: t.space, Matches: t.ladder.count}
	if h.State == Running && len(t.newest) > 0 {
		from := time.Unix(t.newest[0].Created, 0)
		if t.begun.After(from) { // a trainer that has just resumed has no games yet
			from = t.begun
		}
		h.Idle = max(0, math.Round(now.Sub(from).Seconds()))
	}
	if len(t.markers) == 0 {
		return h
	}
	last := t.markers[len(t.markers)-1]
	h.Step, h.Elapsed, h.Best = last.Step, last.Elapsed.Seconds(), t.bestStep
	since := 0.0
	if h.State == Running && !train.Serial { // a serial run does not use the clock
		from := last.Created
		if t.begun.After(from) {
			from = t.begun
		}
		since = max(0, now.Sub(from).Seconds())
		h.Elapsed += since
	}
	h.Rate = t.rate()
	pace := t.pace()
	if last.Processor.Counted {
		used := last.Processor.Used.Seconds() + pace*since
		h.Used, h.Got = &used, last.Processor.Share()
	}
	h.estimate(train, last, since, pace)
	return h
}

// newestMarkers is the number of checkpoints that a status needs at most. They cover the last
// minutes, over which it measures rates.
const newestMarkers = 64

// readStatus returns the rules and the status of the run in dir. Its cost does not depend on the
// length of the run.
func readStatus(ctx context.Context, dir string) (name string, status *Status, err error) {
	t := snapshot{}
	if t.config, t.begun, err = runs.Settings(dir); err != nil {
		return "", nil, err
	}
	rules, err := t.config.Rules.Parse()
	if err != nil {
		return "", nil, err
	}
	err = runs.Look(ctx, dir, func(view *runs.View) (err error) {
		if t.training, err = runs.InTraining(ctx, dir); err != nil {
			return err
		}
		if t.markers, err = view.NewestMarkers(ctx, newestMarkers); err != nil {
			return err
		}
		return t.lookAtFigures(ctx, view)
	})
	if err != nil {
		return rules.Name(), nil, fmt.Errorf("live: %w", err)
	}
	h := t.status(time.Now())
	return rules.Name(), &h, nil
}

// state returns the state of the run.
func (t *snapshot) state() string {
	final := len(t.markers) > 0 && t.markers[len(t.markers)-1].Phase == runs.Final
	switch {
	case t.training && final:
		return Reporting
	case t.training:
		return Running
	case final:
		return Finished
	}
	return Stopped
}

// estimate sets the spent share of the budget and the time left. since is the number of seconds
// since the last checkpoint. pace is the processor time used in each second of work.
func (h *Status) estimate(train config.Train, last runs.Marker, since, pace float64) {
	if last.Phase == runs.Final {
		h.Progress = 1
		return
	}
	var used float64
	if h.Used != nil {
		used = *h.Used
	}
	spent := train.Time(duration(h.Elapsed), duration(used))
	h.Progress = train.Progress(last.Step, spent)
	if h.State != Running {
		return
	}
	var left []float64
	if h.Steps > 0 && last.Step > 0 && last.Elapsed > 0 {
		pace := last.Elapsed.Seconds() / float64(last.Step)
		left = append(left, max(0, pace*float64(h.Steps-last.Step)-since))
	}
	switch {
	case h.Budget == 0:
	case h.Clock != config.ProcessorClock:
		left = append(left, max(0, h.Budget-h.Elapsed))
	case h.Used != nil && pace > 0:
		left = append(left, max(0, h.Budget-*h.Used)/pace)
	}
	for i := range left {
		if h.Left == nil || left[i] < *h.Left {
			h.Left = &left[i]
		}
	}
}

// duration returns a number of seconds as a duration.
func duration(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }

// lately is the time at work over which rates are measured.
const lately = 3 * time.Minute

// pace returns the processor time used in each second of work, over the last minutes; 0 if unknown.
func (t *snapshot) pace() float64 {
	last := t.markers[len(t.markers)-1]
	from := last
	for i := len(t.markers) - 2; i >= 0 && last.Elapsed-from.Elapsed < lately; i-- {
		if m := t.markers[i]; m.Elapsed < from.Elapsed {
			from = m
		}
	}
	seconds := (last.Elapsed - from.Elapsed).Seconds()
	if seconds <= 0 || !last.Processor.Counted || !from.Processor.Counted {
		return 0
	}
	return max(0, (last.Processor.Used-from.Processor.Used).Seconds()/seconds)
}

// rate returns the games an hour over the last minutes at work.
func (t *snapshot) rate() float64 {
	last := t.markers[len(t.markers)-1]
	from := last
	for i := len(t.markers) - 2; i >= 0 && last.Elapsed-from.Elapsed < lately; i-- {
		if m := t.markers[i]; m.Elapsed < from.Elapsed && m.Games < from.Games {
			from = m
		}
	}
	if hours := (last.Elapsed - from.Elapsed).Hours(); hours > 0 {
		return float64(last.Games-from.Games) / hours
	}
	return 0
}
