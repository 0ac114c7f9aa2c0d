package serve

import (
	"bytes"
	"fmt"
	"net/http"
	"time"

	"epaminondas/internal/base/noun"
)

const (
	// beat is the longest silence of a stream, so that each side notices when the other has gone. It is
	// independent of [WriteTime]: a stream has a deadline only while it writes.
	beat = 15 * time.Second
	// retryTime is the wait of a browser before it reconnects.
	retryTime = 2 * time.Second
)

// serveEvents sends the events of a run until the browser disconnects or the server stops.
func (s *Training) serveEvents(w http.ResponseWriter, r *http.Request) error {
	f, err := s.feed(r.URL.Query().Get("run"))
	if err != nil {
		return err
	}
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		w.Header().Set("Retry-After", "5")
		return Refuse(http.StatusTooManyRequests,
			"%s open, which is the limit: close the training page in another tab",
			noun.Count(cap(s.streams), "stream of events is", "streams of events are"))
	}
	id := r.Header.Get("Last-Event-ID")
	events, last, err := f.next(r.Context(), id)
	if err != nil {
		return err
	}
	SetType(w, "text/event-stream")
	if r.Method == http.MethodHead {
		return nil
	}
	timed := NewTimed(w)
	defer timed.End()
	out := stream{w: timed}
	if out.begin() != nil {
		return nil
	}
	ticker := time.NewTicker(s.interval)
	defer ticker.Stop()
	for {
		if out.send(f, events) != nil {
			return nil // the browser has disconnected
		}
		select {
		case <-ticker.C:
		case <-r.Context().Done():
			return nil
		}
		if events, last, err = f.next(r.Context(), last); err != nil {
			return nil // the browser asks again and gets the error then
		}
	}
}

// stream writes events.
type stream struct {
	w     *Timed
	wrote time.Time
}

func (o *stream) begin() error {
	return o.write(fmt.Appendf(nil, "retry: %d\n\n", retryTime.Milliseconds()))
}

// send writes events, or a sign of life after a long silence.
func (o *stream) send(f *feed, events []event) error {
	var b bytes.Buffer
	for _, e := range events {
		fmt.Fprintf(&b, "id: %s\nevent: %s\ndata: %s\n\n", f.id(e.number), e.kind, e.data)
	}
	if len(events) == 0 && time.Since(o.wrote) >= beat {
		b.WriteString(": still here\n\n")
	}
	if b.Len() == 0 {
		return nil
	}
	return o.write(b.Bytes())
}

func (o *stream) write(data []byte) error {
	o.wrote = time.Now()
	if _, err := o.w.Write(data); err != nil {
		return err
	}
	return o.w.FlushError()
}
