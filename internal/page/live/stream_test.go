package live

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// timed is an answer that is written by a deadline.
type timed struct {
	*httptest.ResponseRecorder
	deadline time.Time
}

func (w *timed) SetWriteDeadline(at time.Time) error {
	w.deadline = at
	return nil
}

// Each write has a time of its own: a browser that takes nothing ends its stream, one that watches
// for long does not.
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
