package serve

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// timed is an answer with a write deadline.
type timed struct {
	*httptest.ResponseRecorder
	deadline time.Time
	written  time.Time // the deadline of the last write
}

func (w *timed) SetWriteDeadline(at time.Time) error {
	w.deadline = at
	return nil
}

func (w *timed) Write(data []byte) (int, error) {
	w.written = w.deadline
	return w.ResponseRecorder.Write(data)
}

// Each write has a deadline of its own. The stream ends if a browser reads nothing, but not if it
// watches for a long time: there is no deadline between two writes, so none can pass.
func TestWritesHaveDeadlines(t *testing.T) {
	w := &timed{ResponseRecorder: httptest.NewRecorder(), deadline: time.Now()}
	out := stream{w: NewTimed(w)}
	if !w.deadline.IsZero() {
		t.Errorf("before the first write, the deadline is %v", w.deadline)
	}
	before := time.Now()
	must(t, out.begin())
	if w.written.Before(before.Add(WriteTime)) || !w.deadline.IsZero() {
		t.Errorf("the first write had the deadline %v, and then %v", w.written, w.deadline)
	}
	w.written = time.Time{}
	must(t, out.send(&feed{}, []event{{kind: updateEvent}}))
	if !w.written.After(before) || !w.deadline.IsZero() || !w.Flushed {
		t.Errorf("the next write had the deadline %v, and then %v", w.written, w.deadline)
	}
	out.wrote = time.Now().Add(-beat)
	if must(t, out.send(&feed{}, nil)); !strings.HasSuffix(w.Body.String(), ": still here\n\n") {
		t.Errorf("after a long silence it sends %q", w.Body)
	}
}

// A snapshot tells the status, so the next change is one from there.
func TestSnapshotTellsTheStatus(t *testing.T) {
	now := time.Now()
	f := feed{name: "r", snapshot: snapshot{config: mini(), training: true, begun: now}}
	must(t, f.renew(now))
	if f.status.State != Running {
		t.Errorf("the feed knows the state %q, and the snapshot tells %q", f.status.State, Running)
	}
}
