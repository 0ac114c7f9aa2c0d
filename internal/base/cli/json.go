package cli

import (
	"encoding/json"
	"fmt"
	"io"
)

// WriteResult prints a result: as JSON if the user asks for it, else as text.
func WriteResult(w io.Writer, asJSON bool, value any, writeText func(io.Writer) error) error {
	if asJSON {
		return WriteJSON(w, value)
	}
	return writeText(w)
}

// WriteJSON prints a value for a flag --json: indented, and with a newline at its end.
func WriteJSON(w io.Writer, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(w, "%s\n", text)
	}
	if err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}
