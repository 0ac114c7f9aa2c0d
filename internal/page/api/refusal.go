package api

import (
	"fmt"
	"strings"
)

// Kind is the reason for a refusal.
type Kind int

// The kinds of refusals.
const (
	Bad      Kind = iota // the request is wrong: it never succeeds
	Unknown              // no call has that name
	TooLarge             // the body is larger than MaxBody
	Busy                 // all search slots are taken: ask again a second later
	Stopped              // the search stopped before it found anything: ask again
)

// Refusal is the error for a request that the service refuses. Its text tells a person what is wrong
// and what to do.
type Refusal struct {
	Kind Kind
	// What the page says, for refusals that a person may cause; nil for others, which stay English.
	Said *Said
	text string
}

func (e *Refusal) Error() string { return e.text }

func refuse(kind Kind, format string, args ...any) error {
	return &Refusal{Kind: kind, text: fmt.Sprintf(format, args...)}
}

// tell returns a refusal that the page can say in the language of the person.
func tell(kind Kind, what Said, format string, args ...any) error {
	return &Refusal{kind, &what, fmt.Sprintf(format, args...)}
}

// Shorten returns at most 120 bytes of text, so that input from a client cannot fill an error.
func Shorten(text string) string {
	const most = 120 // bytes
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…" // the cut may be inside a letter
}
