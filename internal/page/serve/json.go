package serve

import (
	"encoding/json"
	"fmt"
	"net/http"

	"epaminondas/internal/page/api"
)

// Refusal is the error for a request that a handler refuses. Its text tells a person what is wrong
// and what to do.
type Refusal struct {
	Status int // HTTP status
	text   string
}

// Error returns the text.
func (r *Refusal) Error() string { return r.text }

// Refuse returns a [Refusal] with a formatted text.
func Refuse(status int, format string, args ...any) error {
	return &Refusal{status, fmt.Sprintf(format, args...)}
}

// Error writes {"error": text} with a status, and the text of the page if there is one. With status 429 it
// also sets Retry-After to one second, unless the header is set.
func Error(w http.ResponseWriter, status int, err error) {
	if status == http.StatusTooManyRequests && w.Header().Get("Retry-After") == "" {
		w.Header().Set("Retry-After", "1")
	}
	data, _ := json.Marshal(api.FailureOf(err)) // texts and numbers always encode
	SetType(w, "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(data, '\n')) // a closed connection is no error
}

// JSON writes v as JSON.
func JSON(w http.ResponseWriter, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("answer: write JSON: %w", err)
	}
	SetType(w, "application/json")
	_, _ = w.Write(append(data, '\n')) // a closed connection is no error
	return nil
}

// SetType sets the content type of an answer and forbids caching.
func SetType(w http.ResponseWriter, contentType string) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Cache-Control", "no-store")
}
