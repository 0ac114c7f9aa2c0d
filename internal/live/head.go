package live

import (
	"time"

	"epaminondas/internal/run"
)

// The states of a run.
const (
	Running   = "running"
	Reporting = "reporting" // trained, and what the player can do is measured
	Stopped   = "stopped"   // the same command goes on
	Finished  = "finished"
)

// Head is how a run stands now.
type Head struct {
	State    string   `json:"state"`
	Step     int64    `json:"step"`     // of the newest checkpoint
	Games    int64    `json:"games"`    // of self-play, to this moment
	Elapsed  float64  `json:"elapsed"`  // seconds at work
	Progress float64  `json:"progress"` // spent share of the budget, 0 to 1
	Left     *float64 `json:"left"`     // seconds to the end of the budget; null if nothing tells, or nobody trains
	Best     *int64   `json:"best"`     // step of the checkpoint that passed the gate last; null while none has
	Rate     float64  `json:"rate"`     // games an hour, lately
	Budget   float64  `json:"budget"`   // seconds at work that the run may take; 0 if steps end it
	Steps    int64    `json:"steps"`    // training steps at which the run ends; 0 if time does
}

// head returns how the run stands at a moment.
func (t *seen) head(now time.Time) Head {
	train := t.config.Train
	h := Head{State: t.state(), Games: t.lastGame, Budget: time.Duration(train.Duration).Seconds(), Steps: train.Steps}
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
	h.estimate(last, since)
	return h
}

// state tells what goes on.
func (t *seen) state() string {
	final := len(t.markers) > 0 && t.markers[len(t.markers)-1].Phase == run.Final
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

// estimate sets how much of the budget is spent, and how long the rest takes. since is the time after the last checkpoint.
func (h *Head) estimate(last run.Marker, since float64) {
	if last.Phase == run.Final {
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
	if h.Budget > 0 {
		h.Progress = max(h.Progress, h.Elapsed/h.Budget)
		left = append(left, max(0, h.Budget-h.Elapsed))
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

// rate returns the games an hour over the last minutes at work.
func (t *seen) rate() float64 {
	const span = 3 * time.Minute
	last := t.markers[len(t.markers)-1]
	from := last
	for i := len(t.markers) - 2; i >= 0 && last.Elapsed-from.Elapsed < span; i-- {
		if m := t.markers[i]; m.Elapsed < from.Elapsed && m.Games < from.Games {
			from = m
		}
	}
	if hours := (last.Elapsed - from.Elapsed).Hours(); hours > 0 {
		return float64(last.Games-from.Games) / hours
	}
	return 0
}
