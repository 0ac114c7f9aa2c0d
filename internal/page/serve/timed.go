package serve

import (
	"net/http"
	"time"
)

const (
	// WriteTime is the time that a browser has to accept a piece of an answer.
	WriteTime = 10 * time.Second
	// pieceSize is the size of a piece in bytes. A slow network gets WriteTime for each.
	pieceSize = 64 << 10
)

// Timed is a writer that gives each write [WriteTime] from its start. Between two writes there is
// no deadline, because the next part of an answer may take long. A deadline could pass in the
// meantime, and [http.ResponseController] does not promise to extend it then.
type Timed struct {
	http.ResponseWriter
	control *http.ResponseController
}

// NewTimed returns a writer for an answer. It takes away the deadline that the server has set. A
// writer without a connection needs no deadlines and gets none. Call End at the end.
func NewTimed(w http.ResponseWriter) *Timed {
	if t, ok := w.(*Timed); ok {
		return t
	}
	t := &Timed{w, http.NewResponseController(w)}
	t.rest()
	return t
}

// Write writes data in pieces, each with a deadline of its own.
func (t *Timed) Write(data []byte) (n int, err error) {
	defer t.rest()
	for {
		t.begin()
		piece := data[n:min(len(data), n+pieceSize)]
		written, err := t.ResponseWriter.Write(piece)
		if n += written; err != nil || n == len(data) {
			return n, err
		}
	}
}

// FlushError sends the written data to the browser. [http.ResponseController] calls it.
func (t *Timed) FlushError() error {
	defer t.rest()
	t.begin()
	return t.control.Flush()
}

// End gives the server time to send the rest of the answer after the handler has returned.
func (t *Timed) End() { t.begin() }

// Unwrap returns the wrapped writer.
func (t *Timed) Unwrap() http.ResponseWriter { return t.ResponseWriter }

func (t *Timed) begin() { _ = t.control.SetWriteDeadline(time.Now().Add(WriteTime)) }

func (t *Timed) rest() { _ = t.control.SetWriteDeadline(time.Time{}) }
