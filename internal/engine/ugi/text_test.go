package ugi

import (
	"strings"
	"testing"
)

func TestCutWord(t *testing.T) {
	for _, c := range []struct{ text, before, after string }{
		{"name Model value a b  c.file", "name Model", "a b  c.file"},
		{"  moves a1-a2", "", "a1-a2"},
		{"startpos moves", "startpos", ""},
	} {
		sep := "moves"
		if strings.Contains(c.text, "value") {
			sep = "value"
		}
		before, after, found := cutWord(c.text, sep)
		if before != c.before || after != c.after || !found {
			t.Errorf("%q: got %q, %q, %v", c.text, before, after, found)
		}
	}
	if before, after, found := cutWord("name valued", "value"); before != "name valued" ||
		after != "" || found {
		t.Errorf("a longer word was taken for the separator: %q, %q, %v", before, after, found)
	}
}
