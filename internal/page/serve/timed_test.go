package serve

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// strict is a connection whose deadline cannot be extended once it has passed.
type strict struct {
	*httptest.ResponseRecorder
	t        *testing.T
	deadline time.Time
	pieces   int
}

func (w *strict) passed() bool { return !w.deadline.IsZero() && time.Now().After(w.deadline) }

func (w *strict) SetWriteDeadline(at time.Time) error {
	if w.passed() {
		w.t.Error("a deadline is set after the one before has passed")
		return errors.New("passed")
	}
	w.deadline = at
	return nil
}

func (w *strict) Write(data []byte) (int, error) {
	if left := time.Until(w.deadline); left <= WriteTime-time.Second || left > WriteTime {
		w.t.Errorf("a write has %v left", left)
	}
	w.pieces++
	w.deadline = time.Now().Add(WriteTime - time.Second/2) // it takes half a second
	return w.ResponseRecorder.Write(data)
}

// FlushError is a flush that needs time too.
func (w *strict) FlushError() error {
	if w.deadline.IsZero() || w.passed() {
		w.t.Errorf("a flush has the deadline %v", w.deadline)
	}
	w.ResponseRecorder.Flush()
	return nil
}

func TestTimed(t *testing.T) {
	w := &strict{ResponseRecorder: httptest.NewRecorder(), t: t, deadline: time.Now().Add(time.Minute)}
	out := NewTimed(w)
	rests := func() {
		t.Helper()
		if !w.deadline.IsZero() {
			t.Errorf("while it waits, a deadline is %v", w.deadline)
		}
	}
	rests()
	data := bytes.Repeat([]byte("data"), pieceSize/2)
	n, err := out.Write(data)
	if err != nil || n != len(data) || !bytes.Equal(w.Body.Bytes(), data) || w.pieces != 2 {
		t.Errorf("%d bytes of %d in %d pieces, %v", n, len(data), w.pieces, err)
	}
	rests()
	if err := http.NewResponseController(out).Flush(); err != nil || !w.Flushed {
		t.Errorf("flushed: %v, %v", w.Flushed, err)
	}
	rests()
	if n, err := out.Write(nil); n != 0 || err != nil {
		t.Errorf("an empty write gives %d, %v", n, err)
	}
	if out.End(); time.Until(w.deadline) < WriteTime-time.Second {
		t.Errorf("the rest has the deadline %v", w.deadline)
	}
}

// broken is a connection that fails.
type broken struct{ http.ResponseWriter }

func (broken) Write(data []byte) (int, error) { return len(data) / 2, errors.New("gone") }

func TestTimedFails(t *testing.T) {
	n, err := NewTimed(broken{httptest.NewRecorder()}).Write(make([]byte, 3*pieceSize))
	if err == nil || n != pieceSize/2 {
		t.Errorf("%d bytes, %v", n, err)
	}
}
