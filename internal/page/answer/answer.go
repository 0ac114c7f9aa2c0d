// Package answer writes the answers of the page's HTTP handlers: JSON, also where a request is refused.
package answer

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// Refusal is the answer to a request that is not served. Its text tells the person who asks what is
// wrong and what to do.
type Refusal struct {
	Status int // of HTTP
	text   string
}

// Error returns the text.
func (r *Refusal) Error() string { return r.text }

// Refuse returns a [Refusal].
func Refuse(status int, format string, args ...any) error {
	return &Refusal{status, fmt.Sprintf(format, args...)}
}

// StatusOf returns the status of the [Refusal] in err. Any other error is a fault of ours.
func StatusOf(err error) int {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Status
	}
	return http.StatusInternalServerError
}

// Failure says in JSON why there is no answer.
type Failure struct {
	Error string `json:"error"`
}

// Error writes {"error": text} with a status. Where too many ask, it names the seconds to wait, one unless
// the header has them already.
func Error(w http.ResponseWriter, status int, err error) {
	if status == http.StatusTooManyRequests && w.Header().Get("Retry-After") == "" {
		w.Header().Set("Retry-After", "1")
	}
	data, _ := json.Marshal(Failure{err.Error()}) // a struct of one text cannot fail
	SetType(w, "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(data, '\n')) // a browser that has gone needs no answer
}

// JSON writes v.
func JSON(w http.ResponseWriter, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("answer: write JSON: %w", err)
	}
	SetType(w, "application/json")
	_, _ = w.Write(append(data, '\n')) // a browser that has gone needs no answer
	return nil
}

// SetType sets the content type of an answer, which holds for this moment only.
func SetType(w http.ResponseWriter, contentType string) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Cache-Control", "no-store")
}
