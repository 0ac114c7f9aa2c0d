package api

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestShorten(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "",
		strings.Repeat("é", 60):          strings.Repeat("é", 60),
		strings.Repeat("x", 121):         strings.Repeat("x", 120) + "…",
		"x" + strings.Repeat("é", 60):    "x" + strings.Repeat("é", 59) + "…",
		"xx" + strings.Repeat("日", 1000): "xx" + strings.Repeat("日", 39) + "…",
	} {
		if got := Shorten(text); got != want || !utf8.ValidString(got) {
			t.Errorf("%.20q is shortened to %q, want %q", text, got, want)
		}
	}
}
