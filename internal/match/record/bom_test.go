package record

import (
	"io"
	"strings"
	"testing"
)

// A file of games may begin with a byte-order mark, which counts in the offsets of a journal.
func TestGamesFromAnyEditor(t *testing.T) {
	text := "\ufeff" + Header
	r := NewReader(strings.NewReader(text))
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("with a mark: %v, want the end", err)
	}
	if r.lines.offset != int64(len(text)) {
		t.Errorf("the offset is %d, want %d", r.lines.offset, len(text))
	}
	_, err := NewReader(strings.NewReader("\xfe\xff\x00[")).Next()
	if err == nil || !strings.Contains(err.Error(), "UTF-16") {
		t.Errorf("UTF-16 gives %v", err)
	}
}
