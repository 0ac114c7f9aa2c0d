package desk

import (
	"fmt"
	"strings"
)

// Kind says why a request is refused.
type Kind int

// The kinds of refusals.
const (
	Bad      Kind = iota // the request is wrong: it will never be answered
	Unknown              // nothing of that name can be asked
	TooLarge             // the body is larger than MaxBody
	Busy                 // all places are taken: the same may be asked again a second later
	Stopped              // the search was stopped before it found anything: the same may be asked again
)

// Refusal is the answer to a request that is not served. Its text tells the person who asks what is wrong and what to do.
type Refusal struct {
	Kind Kind
	text string
}

func (e *Refusal) Error() string { return e.text }

func refuse(kind Kind, format string, args ...any) error {
	return &Refusal{kind, fmt.Sprintf(format, args...)}
}

// Shorten keeps what a stranger sent from filling an error.
func Shorten(text string) string {
	const most = 120 // bytes
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…" // a letter may have been cut
}
