package serve

import (
	"bytes"
	"fmt"
	"net/http"
)

// serveChanges answers with the events of a run after the event that the request names:
//
//	{"id": ID, "events": [{"kind": "snapshot", "data": {…}}, …]}
//
// ID is the id of the last event, for the next request. If the request names no known id, the
// answer is one event with everything. If nothing has changed, there are no events.
func (s *Training) serveChanges(w http.ResponseWriter, r *http.Request) error {
	f, err := s.feed(r.URL.Query().Get("run"))
	if err != nil {
		return err
	}
	events, last, err := f.next(r.Context(), r.URL.Query().Get("after"))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"id":%q,"events":[`, last)
	for i, e := range events {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"kind":%q,"data":%s}`, e.kind, e.data)
	}
	b.WriteString("]}\n")
	SetType(w, "application/json")
	_, _ = w.Write(b.Bytes()) // a closed connection is no error
	return nil
}
