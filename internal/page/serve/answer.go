package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"epaminondas/internal/page/answer"
	"epaminondas/internal/page/desk"
)

// serveCall answers with the desk: with one JSON object, or where the answer comes in parts with
// one a line (NDJSON).
func (s *server) serveCall(name string) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		body, err := readBody(w, r)
		if err != nil {
			return err
		}
		out := reply{w: w, control: http.NewResponseController(w)}
		last, err := s.desk.Call(r.Context(), name, body, out.part)
		if err == nil {
			err = out.end(last)
		}
		if out.begun && err != nil { // too late for a status
			out.fail(err)
			return nil
		}
		out.giveTime()
		return err
	}
}

// readBody reads what a call is given.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil ||
		kind != "application/json" {
		return nil, answer.Refuse(http.StatusUnsupportedMediaType,
			"Content-Type is %q: send application/json", desk.Shorten(r.Header.Get("Content-Type")))
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, desk.MaxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, answer.Refuse(http.StatusRequestEntityTooLarge,
			"the request is larger than %d bytes: send a shorter game", desk.MaxBody)
	case err != nil:
		return nil, answer.Refuse(http.StatusBadRequest, "the body broke off (%s): send it again",
			desk.Shorten(err.Error()))
	}
	return body, nil
}

// writeTime is how long a browser may take to accept an answer, or a part of it.
const writeTime = 10 * time.Second

// reply writes an answer.
type reply struct {
	w       http.ResponseWriter
	control *http.ResponseController
	begun   bool // a part was written
}

// part writes a part of an answer, on a line.
func (a *reply) part(v any) error {
	if !a.begun {
		a.begun = true
		answer.SetType(a.w, "application/x-ndjson")
	}
	if err := a.write(v); err != nil {
		return err
	}
	return a.control.Flush()
}

// end writes the last part, or the whole answer if there was no other.
func (a *reply) end(v any) error {
	if a.begun {
		return a.part(v)
	}
	answer.SetType(a.w, "application/json")
	return a.write(v)
}

// fail ends the parts with what went wrong. Who has gone away needs no answer.
func (a *reply) fail(err error) {
	_ = a.part(answer.Failure{Error: err.Error()})
}

func (a *reply) write(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("serve: write an answer: %w", err)
	}
	a.giveTime()
	_, err = a.w.Write(append(data, '\n'))
	return err
}

// giveTime lets the browser have [writeTime] from now on. What is no connection needs none.
func (a *reply) giveTime() { _ = a.control.SetWriteDeadline(time.Now().Add(writeTime)) }

// statusOf returns the status that an error is answered with.
func statusOf(err error) int {
	var refused *desk.Refusal
	if !errors.As(err, &refused) {
		return answer.StatusOf(err)
	}
	switch refused.Kind {
	case desk.Unknown:
		return http.StatusNotFound
	case desk.TooLarge:
		return http.StatusRequestEntityTooLarge
	case desk.Busy:
		return http.StatusTooManyRequests
	case desk.Stopped:
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}
