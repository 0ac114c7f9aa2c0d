package record

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestFormatPage checks that the page about the format shows the actual output.
func TestFormatPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/games.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```\n%")
	text, _, _ := strings.Cut("%"+rest, "```")
	games, err := readGames(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := writeGames(&again, games); err != nil || again.String() != text {
		t.Errorf("the example is written, error %v:\n%s", err, again.String())
	}
	line, err := games[0].AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ = strings.Cut(string(page), "```json\n")
	object, _, _ := strings.Cut(rest, "```")
	for part := range strings.SplitSeq(strings.TrimSpace(object), " ...") {
		if part = strings.ReplaceAll(strings.TrimSuffix(part, ","), "\n",
			""); !strings.Contains(string(line), part) {
			t.Errorf("the example in JSON has %s, not in\n%s", part, line)
		}
	}
	for _, e := range endings {
		if !strings.Contains(string(page), "| `"+string(e)+"` | ") {
			t.Errorf("the page does not have the ending %s", e)
		}
	}
}
