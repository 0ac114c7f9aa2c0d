package ugi

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind is a kind of misconduct.
type Kind int

// The kinds of misconduct.
const (
	Crash   Kind = iota + 1 // the process ended without a quit
	Silence                 // no answer in time
	Garbage                 // an answer that breaks the protocol
)

// Misconduct is an action of an engine that the protocol forbids.
type Misconduct struct {
	Kind Kind
	// Text follows the name of the engine: "ends with exit code 3". It is one printable line.
	Text string
}

// Error implements error.
func (m *Misconduct) Error() string { return "the engine " + m.Text }

func misconduct(kind Kind, format string, args ...any) *Misconduct {
	return &Misconduct{Kind: kind, Text: fmt.Sprintf(format, args...)}
}

// printable returns [quote]'s text without the quotation marks.
func printable(text string) string {
	if len(text) > maxQuoted {
		text = text[:maxQuoted]
	}
	quoted := strconv.QuoteToGraphic(text)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}
