package live

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// timed is an answer with a write deadline.
type timed struct {
	*httptest.ResponseRecorder
	deadline time.Time
}

func (w *timed) SetWriteDeadline(at time.Time) error {
	w.deadline = at
	return nil
}

// Each write has a deadline of its own. The stream ends if a browser reads nothing, but not if it
// watches for a long time.
func TestWritesHaveDeadlines(t *testing.T) {
	w := &timed{ResponseRecorder: httptest.NewRecorder()}
	out := stream{w: w, control: http.NewResponseController(w)}
	before := time.Now()
	must(t, out.begin())
	if first := w.deadline; first.Before(before) || first.After(time.Now().Add(writeTime)) {
		t.Errorf("the deadline is %v, at %v", first, before)
	}
	w.deadline = time.Time{}
	if must(t, out.send(&feed{}, []event{{kind: updateEvent}})); !w.deadline.After(before) || !w.Flushed {
		t.Errorf("the next deadline is %v", w.deadline)
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
