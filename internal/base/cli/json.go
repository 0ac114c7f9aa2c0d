package cli

import (
	"encoding/json"
	"fmt"
	"io"
)

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
