package api

import "errors"

// Said is a text that the page makes in the language of the person: its name, and the values in it. A value
// may be a text too, or the name of a board in parts.
type Said struct {
	What   string         `json:"what"`
	Values map[string]any `json:"values,omitempty"`
}

// Failure is an error as the page gets it: in English, and as a text of the page if there is one.
type Failure struct {
	Error string `json:"error,omitempty"`
	*Said
}

// FailureOf returns an error for the page.
func FailureOf(err error) Failure {
	f := Failure{Error: err.Error()}
	var r *Refusal
	if errors.As(err, &r) {
		f.Said = r.Said
	}
	return f
}
