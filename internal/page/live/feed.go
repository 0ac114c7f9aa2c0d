package live

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// feed is what happens in a run, as events with rising numbers. Nothing drives it: those who watch ask for what is next, and
// whoever asks first after the interval reads the folder.
type feed struct {
	name, dir string
	interval  time.Duration
	epoch     string // tells this feed from one that a server had before

	turn     chan struct{} // holds one token; who has it may use what follows
	asked    time.Time
	snapshot snapshot
	status   Status // as told last
	begun    bool   // something was read
	number   int    // of the last event
	log      []event
	failed   int    // looks in a row that failed
	reason   string // why, as told
}

// event is one that was told to all.
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
	// mostLogged is how many events a feed remembers for those who come back: some minutes.
	mostLogged = 256
	// patience is how many looks in a row may fail, as when a trainer just begins or ends, before that is told.
	patience = 2
)

func newFeed(name, dir string, interval time.Duration) *feed {
	f := &feed{name: name, dir: dir, interval: interval, epoch: rand.Text(), turn: make(chan struct{}, 1)}
	f.turn <- struct{}{}
	return f
}

// next returns the events after the one with an id, and the id of the last of them. Where that id is unknown, or too long ago, it is
// one event with everything. Before the first look has succeeded its error is returned.
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
		whole, err := f.whole(time.Now())
		if err != nil {
			return nil, id, err
		}
		events = []event{whole}
	}
	return events, f.id(f.number), nil
}

// look reads the folder and logs what has changed.
func (f *feed) look(ctx context.Context, now time.Time) error {
	t, err := read(ctx, f.dir, f.snapshot)
	if ctx.Err() != nil { // the next one looks
		return ctx.Err()
	}
	f.asked = now
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

// renew logs everything.
func (f *feed) renew(now time.Time) error {
	e, err := f.whole(now)
	if err != nil {
		return err
	}
	f.log = nil // nobody needs what was before
	f.reason = ""
	f.number++
	e.number = f.number
	f.log = append(f.log, e)
	return nil
}

// fail tells that the run cannot be read, unless it is a matter of moments.
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
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("live: tell of run %s: %w", f.name, err)
	}
	f.number++
	f.log = append(f.log, event{f.number, kind, data})
	f.log = f.log[max(0, len(f.log)-mostLogged):]
	return nil
}

// whole returns everything as an event, of the last number.
func (f *feed) whole(now time.Time) (event, error) {
	u, err := f.snapshot.whole(f.name, now)
	if err != nil {
		return event{}, err
	}
	data, err := json.Marshal(u)
	if err != nil {
		return event{}, fmt.Errorf("live: tell of run %s: %w", f.name, err)
	}
	return event{f.number, snapshotEvent, data}, nil
}

// id returns the id of an event.
func (f *feed) id(number int) string { return fmt.Sprintf("%s-%d", f.epoch, number) }

// after returns the events after the one with an id, nil if they are not known.
func (f *feed) after(id string) []event {
	epoch, text, _ := strings.Cut(id, "-")
	number, err := strconv.Atoi(text)
	if epoch != f.epoch || err != nil || number > f.number || f.number-number > len(f.log) {
		return nil
	}
	return append([]event{}, f.log[len(f.log)-(f.number-number):]...)
}
