package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/page/api"
)

// serveCall answers a call with the service. The answer is one JSON object, or one object a line
// (NDJSON) if it comes in parts.
func (s *server) serveCall(name string) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		body, err := readBody(w, r)
		if err != nil {
			return err
		}
		out := reply{w: w, control: http.NewResponseController(w)}
		last, err := s.service.Call(r.Context(), name, body, out.part)
		if err == nil {
			err = out.end(last)
		}
		if out.begun && err != nil { // too late for an error status
			out.fail(err)
			return nil
		}
		return err
	}
}

// readBody returns the body of a request, or a refusal.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil ||
		kind != "application/json" {
		return nil, Refuse(http.StatusUnsupportedMediaType,
			"Content-Type is %q: send application/json", api.Shorten(r.Header.Get("Content-Type")))
	}
	body, err := io.ReadAll(http.MaxBytesReader(connection(w), r.Body, api.MaxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, Refuse(http.StatusRequestEntityTooLarge,
			"the request is larger than %s: send a shorter game", noun.Count(api.MaxBody, "byte"))
	case err != nil:
		return nil, Refuse(http.StatusBadRequest, "the body is incomplete (%s): send it again",
			api.Shorten(err.Error()))
	}
	return body, nil
}

// connection returns the server's own writer. Only this writer closes the connection after a body
// that is too long.
func connection(w http.ResponseWriter) http.ResponseWriter {
	if wrapped, ok := w.(*Timed); ok {
		return wrapped.Unwrap()
	}
	return w
}

// reply writes an answer. The writer below it gives each write its own deadline: see [Timed].
type reply struct {
	w       http.ResponseWriter
	control *http.ResponseController
	begun   bool // a part was written
}

// part writes one part of an answer on a line.
func (a *reply) part(v any) error {
	if !a.begun {
		a.begun = true
		SetType(a.w, "application/x-ndjson")
	}
	if err := a.write(v); err != nil {
		return err
	}
	return a.control.Flush()
}

// end writes the last part, or the whole answer if it has no parts.
func (a *reply) end(v any) error {
	if a.begun {
		return a.part(v)
	}
	SetType(a.w, "application/json")
	return a.write(v)
}

// fail writes the error as the last part. A closed connection needs no answer.
func (a *reply) fail(err error) {
	_ = a.part(api.FailureOf(err))
}

func (a *reply) write(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("serve: write an answer: %w", err)
	}
	_, err = a.w.Write(append(data, '\n'))
	return err
}

// statusOf returns the HTTP status for an error: the status of a [Refusal], the status for a refusal
// of package api, or 500.
func statusOf(err error) int {
	var own *Refusal
	if errors.As(err, &own) {
		return own.Status
	}
	var refused *api.Refusal
	if !errors.As(err, &refused) {
		return http.StatusInternalServerError
	}
	switch refused.Kind {
	case api.Unknown:
		return http.StatusNotFound
	case api.TooLarge:
		return http.StatusRequestEntityTooLarge
	case api.Busy:
		return http.StatusTooManyRequests
	case api.Stopped:
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}
