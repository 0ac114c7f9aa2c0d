package cli

import (
	"fmt"
	"io"
	"sync"
)

// Note returns a line about a problem that does not end the command.
func Note(text string) string { return "note: " + text }

// Notes returns a function that writes each text to w as a [Note]. Several goroutines may call it.
func Notes(w io.Writer) func(text string) {
	var mu sync.Mutex
	return func(text string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(w, Note(text))
	}
}
