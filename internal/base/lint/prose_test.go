package lint

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

var listHits = flag.Bool("hits", false, "TestProse: print every place that counts")

// limits has the maximal number of hits of each measure in each kind of file. A limit may fall but
// not rise: lower it to the count that TestProse -v prints.
var limits = map[string]map[string]int{
	"Markdown": {"long lines": 0, "long sentences": 0, "forbidden phrases": 0, "telegrams": 0,
		"crowded cells": 3},
	"configs":    {"long lines": 0, "long sentences": 0, "forbidden phrases": 0, "telegrams": 0},
	"JavaScript": {"long lines": 0, "long sentences": 0, "forbidden phrases": 0, "telegrams": 0},
	"Go": {"long lines": 17, "long sentences": 0, "forbidden phrases": 0, "telegrams": 14,
		"doc comments without the name": 0},
}

// TestProse fails if the prose of the module gets worse by any measure. docs/testing.md explains
// it.
func TestProse(t *testing.T) {
	found := measureTree(t, os.DirFS("../../.."))
	for kind, measures := range limits {
		for measure, limit := range measures {
			hits := found[kind][measure]
			t.Logf("%s: %d %s, limit %d", kind, len(hits), measure, limit)
			if *listHits {
				t.Log(strings.Join(hits, "\n"))
			}
			if err := ratchet(hits, limit); err != nil {
				t.Errorf("%s, %s: %v", kind, measure, err)
			}
		}
	}
}

// ratchet returns an error that lists the hits if there are more than limit.
func ratchet(hits []string, limit int) error {
	if len(hits) <= limit {
		return nil
	}
	shown := hits[:min(len(hits), 20)]
	return fmt.Errorf("%d, limit %d; write plain English, or see all with -args -hits:\n%s",
		len(hits), limit, strings.Join(shown, "\n"))
}

// skipped are folders without our own prose. Those with a slash are at the root.
var skipped = []string{".git", "node_modules", "testdata", "vendor", "images", "./runs", "./matches", "bin"}

// measureTree returns the hits in the files of a tree, by kind and measure.
func measureTree(t *testing.T, tree fs.FS) map[string]map[string][]string {
	t.Helper()
	found := map[string]map[string][]string{}
	eachSource(t, tree, func(kind, name, source string) {
		if found[kind] == nil {
			found[kind] = map[string][]string{}
		}
		for measure, hits := range measureFile(t, kind, name, source) {
			for _, h := range hits {
				found[kind][measure] = append(found[kind][measure],
					fmt.Sprintf("%s:%d: %s", name, h.line, h.what))
			}
		}
	})
	return found
}

// eachSource calls f for each file of a tree that has a kind.
func eachSource(t *testing.T, tree fs.FS, f func(kind, name, source string)) {
	t.Helper()
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if slices.Contains(skipped, entry.Name()) || slices.Contains(skipped, "./"+name) {
				return fs.SkipDir
			}
			return nil
		}
		kind := kindOf(name)
		if kind == "" {
			return nil
		}
		source, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		f(kind, name, string(source))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// kindOf returns the kind of a file, or "" if it is not measured.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".md":
		return "Markdown"
	case ".go":
		return "Go"
	case ".js", ".mjs":
		if !strings.HasSuffix(name, ".min.js") {
			return "JavaScript"
		}
	case ".toml":
		return "configs"
	}
	return ""
}

// measureFile returns the hits in a file, by measure.
func measureFile(t *testing.T, kind, name, source string) map[string][]hit {
	t.Helper()
	var passages []passage
	hits := map[string][]hit{}
	switch kind {
	case "Markdown":
		source = withoutCode(source)
		passages = markdownPassages(source)
		hits["crowded cells"] = crowdedCells(source)
	case "configs":
		passages = linePassages(source, "#")
	case "JavaScript":
		passages = linePassages(source, "//")
	case "Go":
		if strings.HasPrefix(source, "// Code generated") {
			return nil
		}
		passages = goPassages(t, source)
		if !strings.HasSuffix(name, "_test.go") {
			hits["doc comments without the name"] = unnamed(t, source)
		}
	}
	hits["long lines"] = longLines(source)
	hits["long sentences"] = longSentences(passages)
	hits["telegrams"] = telegrams(passages)
	hits["forbidden phrases"] = forbiddenPhrases(passages)
	return hits
}
