package arena

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestShortNames(t *testing.T) {
	for _, c := range []struct{ names, want []string }{
		{[]string{"short", "net:größer als 24 Zeichen und mehr"},
			[]string{"short", "…als 24 Zeichen und mehr"}},
		{[]string{"net:runs/first/checkpoints/step-0002000",
			"net:runs/second/checkpoints/step-0002000"},
			[]string{"…runs/first…step-0002000", "…uns/second…step-0002000"}},
		{[]string{"checkpoints/step-0002000,sims=64", "old/checkpoints/step-0002000,sims=64"},
			[]string{"…ts/step-0002000,sims=64", "old/…tep-0002000,sims=64"}},
	} {
		if got := shortNames(c.names, 24); !slices.Equal(got, c.want) {
			t.Errorf("%q becomes %q, want %q", c.names, got, c.want)
		}
	}
}

// TestShortNamesDiffer checks that the short names of similar names differ, and that none exceeds
// the width.
func TestShortNamesDiffer(t *testing.T) {
	parts := []string{"", "a", "b", strings.Repeat("xy", 20), strings.Repeat("ö", 30) + "a",
		strings.Repeat("ö", 30) + "b"}
	var names []string
	for _, first := range parts {
		for _, second := range parts {
			for _, third := range parts {
				if name := "net:" + first + "/" + second + "/" + third; !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	short := shortNames(names, nameWidth)
	for i, name := range short {
		if at := slices.Index(short, name); at != i {
			t.Errorf("%q and %q both become %q", names[at], names[i], name)
		}
		if utf8.RuneCountInString(name) > nameWidth {
			t.Errorf("%q becomes %q, wider than %d", names[i], name, nameWidth)
		}
	}
}
