package net

import (
	"strings"
	"testing"
)

func TestParsePooling(t *testing.T) {
	for text, want := range map[string]Pooling{"board": PoolBoard, "board,rows,columns": PoolLines,
		"board, rows, columns": PoolLines} {
		got, err := ParsePooling(text)
		if err != nil || got != want {
			t.Errorf("%q is %v (%v), want %v", text, got, err, want)
		}
		if back, err := ParsePooling(got.String()); err != nil || back != got {
			t.Errorf("%v reads as %v (%v)", got, back, err)
		}
	}
	for _, text := range []string{"", "lines", "rows,columns", "board,rows", "board,rows,columns,"} {
		_, err := ParsePooling(text)
		if err == nil || !strings.Contains(err.Error(), `pooling is "`+text+`"`) ||
			!strings.Contains(err.Error(), `want "board" or "board,rows,columns"`) {
			t.Errorf("%q: error %v", text, err)
		}
	}
	if text, err := Pooling(7).MarshalText(); err == nil {
		t.Errorf("an unknown pooling is written as %s", text)
	}
}
