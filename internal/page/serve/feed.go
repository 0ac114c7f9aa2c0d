package serve

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// feed holds the events of a run, with rising numbers. It has no goroutine of its own: viewers ask
// for the next events, and the first request after the interval reads the folder.
type feed struct {
	name, dir string
	interval  time.Duration
	epoch     string    // distinguishes this feed from a feed of an earlier server
	used      time.Time // when a viewer asked for it last; guarded by [Training]

	turn     chan struct{} // holds one token; its holder may use the fields below
	asked    time.Time
	snapshot snapshot
	status   Status // the last status that was sent
	begun    bool   // at least one read succeeded
	number   int    // of the last event
	log      []event
	all      *event // everything, as of the last read; nil until a new viewer asks
	failed   int    // failed reads in a row
	reason   string // reason of the failure, as sent

	calibration keptCalibration // of the newest games
}

// event is an event that all viewers get.
type event struct {
	number int
	kind   string
	data   []byte
}

// The kinds of events.
const (
	snapshotEvent = "snapshot" // an Update with everything
	updateEvent   = "update"   // an Update
	troubleEvent  = "trouble"  // {"error": text}: the run cannot be read at the moment
)

const (
	// mostLogged is the number of events that a feed keeps for viewers that reconnect. They cover
	// some minutes.
	mostLogged = 256
	// patience is the number of reads in a row that may fail before the feed tells its viewers. A
	// read may fail while a trainer starts or ends.
	patience = 2
)

func newFeed(name, dir string, interval time.Duration) *feed {
	f := &feed{name: name, dir: dir, interval: interval, epoch: rand.Text(), turn: make(chan struct{}, 1)}
	f.turn <- struct{}{}
	return f
}

// next returns the events after the event id, and the id of the last of them. If id is unknown or
// too old, it returns one event with everything. It returns an error if no read has succeeded yet.
func (f *feed) next(ctx context.Context, id string) (events []event, last string, err error) {
	select {
	case <-f.turn:
		defer func() { f.turn <- struct{}{} }()
	case <-ctx.Done():
		return nil, id, ctx.Err()
	}
	if now := time.Now(); !f.begun || now.Sub(f.asked) >= f.interval-f.interval/10 {
		if err := f.look(ctx, now); err != nil {
			return nil, id, err
		}
	}
	if events = f.after(id); events == nil {
		if f.all == nil {
			whole, err := f.whole(time.Now())
			if err != nil {
				return nil, id, err
			}
			f.all = &whole
		}
		if events = []event{*f.all}; f.reason != "" { // everything, as of the last successful read
			trouble, err := f.event(troubleEvent, map[string]string{"error": f.reason})
			if err != nil {
				return nil, id, err
			}
			events = append(events, trouble)
		}
	}
	return events, f.id(f.number), nil
}

// look reads the folder and logs the changes.
func (f *feed) look(ctx context.Context, now time.Time) error {
	t, err := read(ctx, f.dir, f.snapshot)
	if ctx.Err() != nil { // the next viewer reads
		return ctx.Err()
	}
	f.asked, f.all = now, nil
	if err != nil {
		return f.fail(err)
	}
	f.failed = 0
	old := f.snapshot
	f.snapshot = t
	if !f.begun {
		f.begun = true
		f.status = t.status(now)
		return nil
	}
	u, ok := t.since(&old, f.status, now)
	switch {
	case !ok:
		return f.renew(now)
	case u.empty() && f.reason == "":
		return nil
	case u.Status != nil:
		f.status = *u.Status
	}
	f.reason = ""
	return f.add(updateEvent, u)
}

// renew replaces the log by one event with everything.
func (f *feed) renew(now time.Time) error {
	e, err := f.whole(now)
	if err != nil {
		return err
	}
	f.status = f.snapshot.status(now)
	f.log = nil // the new event replaces all older ones
	f.reason = ""
	f.number++
	e.number = f.number
	f.log = append(f.log, e)
	return nil
}

// fail logs an event that says that the run cannot be read. It waits until more than patience reads
// in a row have failed.
func (f *feed) fail(err error) error {
	f.failed++
	if !f.begun {
		return err
	}
	if text := err.Error(); text != f.reason && f.failed > patience {
		f.reason = text
		return f.add(troubleEvent, map[string]string{"error": text})
	}
	return nil
}

// add logs an event.
func (f *feed) add(kind string, v any) error {
	e, err := f.event(kind, v)
	if err != nil {
		return err
	}
	f.number++
	e.number = f.number
	f.log = append(f.log, e)
	f.log = f.log[max(0, len(f.log)-mostLogged):]
	return nil
}

// event returns an event with the last number.
func (f *feed) event(kind string, v any) (event, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return event{}, fmt.Errorf("live: report run %s: %w", f.name, err)
	}
	return event{f.number, kind, data}, nil
}

// whole returns everything as an event, with the last number.
func (f *feed) whole(now time.Time) (event, error) {
	u, err := f.snapshot.whole(f.name, now)
	if err != nil {
		return event{}, err
	}
	return f.event(snapshotEvent, u)
}

// id returns the id of an event.
func (f *feed) id(number int) string { return fmt.Sprintf("%s-%d", f.epoch, number) }

// after returns the events after the event id, or nil if the log lacks them.
func (f *feed) after(id string) []event {
	epoch, text, _ := strings.Cut(id, "-")
	number, err := strconv.Atoi(text)
	if epoch != f.epoch || err != nil || number < 0 || number > f.number || f.number-number > len(f.log) {
		return nil
	}
	return append([]event{}, f.log[len(f.log)-(f.number-number):]...)
}
