package lint

import (
	"strings"
	"testing"
	"testing/fstest"
)

// worse has, for each measure, a text of each kind that breaks the rule once.
var worse = map[string]map[string]string{
	"long lines": {
		"a.md":   strings.Repeat("word ", 22) + "four.\n",
		"a.go":   "package a\n\nvar a = " + strings.Repeat("1 + ", 26) + "12\n",
		"a.js":   "const a = " + strings.Repeat("1 + ", 26) + "1\n",
		"a.toml": "a = 1 " + strings.Repeat(" ", 90) + "# seven and eight\n",
	},
	"long sentences": {
		"a.md":   strings.Repeat("ten words\n", 15) + "and one.\n",
		"a.go":   "// Package a " + strings.Repeat("ten words\n// ", 15) + ".\npackage a\n",
		"a.mjs":  strings.Repeat("// ten words\n", 16),
		"a.toml": strings.Repeat("# ten words\n", 16),
	},
	"forbidden phrases": {
		"a.md":   "| cell | take whatever comes |\n",
		"a.go":   "package a\n\nvar a = 1 // the share and that of b\n",
		"a.js":   "f(); // To whom it matters\n",
		"a.toml": "a = 1 # learns from what it sees\n",
	},
	"telegrams": {
		"a.md":   "It plays. It learns. It wins. Then it has a rest until the next morning comes.\n",
		"a.go":   "// Package a plays. It learns. It wins.\npackage a\n",
		"a.js":   "f(); // It plays. It learns. It wins.\n",
		"a.toml": "# It plays. It learns. It wins.\n",
	},
	"crowded cells": {
		"a.md": "| one | " + strings.Repeat("word ", 25) + "ends. " + strings.Repeat("word ", 25) + "|\n",
	},
	"doc comments without the name": {
		"a.go": "package a\n\n// Counts.\nfunc count() {}\n",
	},
}

func TestMeasuresCount(t *testing.T) {
	for measure, files := range worse {
		for name, source := range files {
			found := measureTree(t, fstest.MapFS{name: {Data: []byte(source)}})[kindOf(name)]
			for other, hits := range found {
				want := 0
				if other == measure {
					want = 1
				}
				if len(hits) != want {
					t.Errorf("%s in %s: %q, want %d", other, name, hits, want)
				}
			}
			if err := ratchet(found[measure], 0); err == nil {
				t.Errorf("%s in %s: the ratchet does not report it", measure, name)
			}
			if err := ratchet(found[measure], 1); err != nil {
				t.Errorf("%s in %s: %v, though the limit allows it", measure, name, err)
			}
		}
	}
}

// TestMeasuresLetThrough checks text that looks like a hit but breaks no rule.
func TestMeasuresLetThrough(t *testing.T) {
	many := strings.Repeat("word ", 20)
	files := fstest.MapFS{
		"stops.md":  {Data: []byte("One " + many + "end.\nTwo " + many + "end?\nThree " + many + "\n")},
		"blocks.md": {Data: []byte("# " + many + "\n" + many + "\n\n- " + many + "\n- " + many + "\n")},
		"code.md": {Data: []byte(
			"```\n" + many + many + "whatever\n```\n`that which " + many + many + "`\n")},
		"flow.md":      {Data: []byte("It plays. It learns. But it needs a longer sentence here to flow. It wins.\n")},
		"table.md":     {Data: []byte("| " + many + " | " + many + " |\n|---|---|\n")},
		"link.md":      {Data: []byte("[a](https://example.org/" + strings.Repeat("a", 100) + ")\n")},
		"words.md":     {Data: []byte("An interface has a surface, a crowning and a hopeful vainglory.\n")},
		"directive.go": {Data: []byte("package a\n\n//go:generate go run . " + "of what\nfunc f() {}\n")},
		"string.go": {Data: []byte("package a\n\nconst a = \"" + strings.Repeat("whatever ",
			20) + "\"\n")},
		"gap.js":      {Data: []byte("// " + many + "\n\n// " + many + "\nconst a = \"// " + many + "\"\n")},
		"doc.go":      {Data: []byte("package a\n\n// A b is one.\ntype b int\n\nfunc (b) c() {}\n")},
		"data/a.json": {Data: []byte("{\"a\": \"" + many + many + "\"}\n")},
	}
	for kind, measures := range measureTree(t, files) {
		for measure, hits := range measures {
			if len(hits) > 0 {
				t.Errorf("%s, %s: %q", kind, measure, hits)
			}
		}
	}
}

// TestLimitsAreComplete fails if a measure has no limit, because TestProse would ignore the
// measure.
func TestLimitsAreComplete(t *testing.T) {
	for measure, files := range worse {
		for name := range files {
			if _, ok := limits[kindOf(name)][measure]; !ok {
				t.Errorf("limits has no %q for %s", measure, kindOf(name))
			}
		}
	}
}
