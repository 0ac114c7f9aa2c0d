package live

import (
	"time"

	"epaminondas/internal/training/runs"
)

// The states of a run.
const (
	Running   = "running"
	Reporting = "reporting" // trained, and what the player can do is measured
	Stopped   = "stopped"   // the same command goes on
	Finished  = "finished"
)

// Status is how a run stands now.
type Status struct {
	State    string   `json:"state"`
	Step     int64    `json:"step"`     // of the newest checkpoint
	Games    int64    `json:"games"`    // of self-play, to this moment
	Elapsed  float64  `json:"elapsed"`  // seconds at work
	Used     *float64 `json:"used"`     // seconds of processor time; null if they were not counted
	Got      float64  `json:"got"`      // share of the cores that the run asked for that it got; 0 if that is not known
	Progress float64  `json:"progress"` // spent share of the budget, 0 to 1
	Left     *float64 `json:"left"`     // seconds to the end of the budget; null if nothing tells, or nobody trains
	Best     *int64   `json:"best"`     // step of the checkpoint that passed the gate last; null while none has
	Rate     float64  `json:"rate"`     // games an hour, lately
	Budget   float64  `json:"budget"`   // seconds of the clock that the run may take; 0 if steps end it
	Clock    string   `json:"clock"`    // of the budget: wall or processor
	Steps    int64    `json:"steps"`    // training steps at which the run ends; 0 if time does
}

// status returns how the run stands at a moment.
func (t *snapshot) status(now time.Time) Status {
	train := t.config.Train
	h := Status{State: t.state(), Games: t.lastGame, Budget: time.Duration(train.Duration).Seconds(), Clock: train.Clock, Steps: train.Steps}
	if len(t.markers) == 0 {
		return h
	}
	last := t.markers[len(t.markers)-1]
	h.Step, h.Elapsed = last.Step, last.Elapsed.Seconds()
	for _, m := range t.markers {
		if t.hasBest && m.ID == t.best {
			h.Best = &m.Step
		}
	}
	since := 0.0
	if h.State == Running && !train.Serial { // a serial run does not look at the clock
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
	h.estimate(last, since, pace)
	return h
}

// state tells what goes on.
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

// estimate sets how much of the budget is spent, and how long the rest takes. since is the time after the last checkpoint,
// pace the processor time of a second.
func (h *Status) estimate(last runs.Marker, since, pace float64) {
	if last.Phase == runs.Final {
		h.Progress = 1
		return
	}
	var left []float64
	if h.Steps > 0 {
		h.Progress = float64(last.Step) / float64(h.Steps)
		if last.Step > 0 && last.Elapsed > 0 {
			pace := last.Elapsed.Seconds() / float64(last.Step)
			left = append(left, max(0, pace*float64(h.Steps-last.Step)-since))
		}
	}
	switch {
	case h.Budget == 0:
	case h.Clock != runs.ProcessorClock:
		h.Progress = max(h.Progress, h.Elapsed/h.Budget)
		left = append(left, max(0, h.Budget-h.Elapsed))
	case h.Used != nil:
		h.Progress = max(h.Progress, *h.Used/h.Budget)
		if pace > 0 {
			left = append(left, max(0, h.Budget-*h.Used)/pace)
		}
	}
	h.Progress = min(h.Progress, 1)
	if h.State != Running {
		return
	}
	for i := range left {
		if h.Left == nil || left[i] < *h.Left {
			h.Left = &left[i]
		}
	}
}

// lately is the time at work over which a rate is taken.
const lately = 3 * time.Minute

// pace returns the seconds of processor time that the run used in a second, over the last minutes at work; 0 if that is not
// known.
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
