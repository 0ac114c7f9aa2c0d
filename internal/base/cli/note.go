package cli

import (
	"fmt"
	"io"
)

// Note returns a line about a problem that does not end the command.
func Note(text string) string { return "note: " + text }

// Notes returns a function that writes each text to w as a [Note].
func Notes(w io.Writer) func(text string) {
	return func(text string) { fmt.Fprintln(w, Note(text)) }
}
