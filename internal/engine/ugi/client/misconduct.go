package client

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind is what sort of misconduct it is.
type Kind int

// The kinds of misconduct.
const (
	Crash   Kind = iota + 1 // the process ended without being told to
	Silence                 // no answer in time
	Garbage                 // an answer that the protocol does not allow
)

// Misconduct is what an engine did that it must not do.
type Misconduct struct {
	Kind Kind
	// Text goes on after the name of the engine: "ends with exit code 3". It is one
	// printable line.
	Text string
}

// Error implements error.
func (m *Misconduct) Error() string { return "the engine " + m.Text }

func misconduct(kind Kind, format string, args ...any) *Misconduct {
	return &Misconduct{Kind: kind, Text: fmt.Sprintf(format, args...)}
}

// maxQuoted is how much of an engine's text is repeated, in bytes.
const maxQuoted = 100

// quote repeats what an engine wrote: on one line, printable and short.
func quote(text string) string {
	if len(text) > maxQuoted {
		return strconv.QuoteToASCII(text[:maxQuoted]) + "..."
	}
	return strconv.QuoteToASCII(text)
}

// printable is quote without the quotation marks.
func printable(text string) string {
	if len(text) > maxQuoted {
		text = text[:maxQuoted]
	}
	quoted := strconv.QuoteToGraphic(text)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}
