package fleet

import "time"

// The states of a worker.
const (
	statePlaying  = "playing"
	stateNetwork  = "no network yet"
	stateEnough   = "paused: unused games are enough"
	stateStopped  = "paused: unused games are enough, and no trainer runs"
	stateFinished = "paused: the run is finished"
	stateSpool    = "paused: the spool is full"
	stateDetached = "paused: no word from the hub"
)

// enough returns the state of a worker from which the hub wants no games.
func enough(training string) string {
	switch training {
	case trainingFinished:
		return stateFinished
	case trainingStopped:
		return stateStopped
	}
	return stateEnough
}

// hint returns what a worker waits for in a state.
func hint(state string) string {
	switch state {
	case stateNetwork:
		return "no network yet: the run needs its first checkpoint, so check that \"train\" has begun"
	case stateEnough:
		return state + "; it plays again when the trainer needs more"
	case stateStopped:
		return state + ": start \"train\" again"
	case stateFinished:
		return state + "; it plays again if \"train\" continues the run with a larger budget; " +
			"end it with Ctrl-C"
	case stateSpool:
		return state + ": it waits until the hub has stored games"
	case stateDetached:
		return state + ": check that \"fleet serve\" runs and that the network works"
	}
	return state
}

// reportAgain is the shortest time between two sentences about the same state.
const reportAgain = time.Minute

// stateReporter tells the user when a worker stops playing and when it plays again. It leaves out a
// state that does not last until the next report.
type stateReporter struct {
	tell func(text string)
	last string               // state of the last report
	said string               // state that was told; empty while the worker plays
	at   map[string]time.Time // when a state was told
}

func newStateReporter(tell func(text string)) stateReporter {
	return stateReporter{tell: tell, at: map[string]time.Time{}}
}

// enter notes the state at a report.
func (v *stateReporter) enter(state string, now time.Time) {
	lasts := state == v.last
	v.last = state
	switch {
	case !lasts || state == v.said:
	case state == statePlaying:
		if v.said != "" {
			v.said = ""
			v.tell("the worker plays again")
		}
	case v.at[state].IsZero() || now.Sub(v.at[state]) >= reportAgain:
		v.said, v.at[state] = state, now
		v.tell("the worker does not play: " + hint(state))
	}
}
