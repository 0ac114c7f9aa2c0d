package lint

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

var (
	target      = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading     = regexp.MustCompile(`(?m)^#+ (.*)$`)
	punctuation = regexp.MustCompile(`[^\pL\pN_\- ]`)
)

// TestLinks checks that each link between the files of the repository leads to a file, and to a heading if
// it names one.
func TestLinks(t *testing.T) {
	for _, broken := range brokenLinks(t, os.DirFS("../../..")) {
		t.Error(broken)
	}
}

// brokenLinks returns the links of the Markdown files of a tree that lead nowhere.
func brokenLinks(t *testing.T, tree fs.FS) (broken []string) {
	t.Helper()
	pages, anchors := map[string]string{}, map[string][]string{}
	eachSource(t, tree, func(kind, name, source string) {
		if kind == "Markdown" {
			pages[name] = withoutCode(source)
			anchors[name] = anchorsOf(pages[name])
		}
	})
	for name, source := range pages {
		for _, match := range target.FindAllStringSubmatch(source, -1) {
			file, anchor, _ := strings.Cut(match[1], "#")
			if strings.Contains(file, "://") {
				continue
			}
			to := name
			if file != "" {
				to = path.Join(path.Dir(name), file)
			}
			if _, err := fs.Stat(tree, to); err != nil {
				broken = append(broken, fmt.Sprintf("%s: %s: there is no such file", name, match[1]))
			} else if known, page := anchors[to]; page && anchor != "" && !slices.Contains(known, anchor) {
				broken = append(broken, fmt.Sprintf("%s: %s: there is no such heading", name, match[1]))
			}
		}
	}
	slices.Sort(broken)
	return broken
}

// anchorsOf returns the anchors that GitHub gives to the headings of a page: lower case, without
// punctuation, with hyphens for spaces.
func anchorsOf(source string) (anchors []string) {
	for _, match := range heading.FindAllStringSubmatch(source, -1) {
		text := strings.ToLower(link.ReplaceAllString(match[1], "$1"))
		anchors = append(anchors, strings.ReplaceAll(punctuation.ReplaceAllString(text, ""), " ", "-"))
	}
	return anchors
}

// TestBrokenLinksAreFound checks pages whose links are known to be whole or broken.
func TestBrokenLinksAreFound(t *testing.T) {
	found := brokenLinks(t, fstest.MapFS{
		"a.md": {Data: []byte("# A page\n[b](docs/b.md#is-it-b-or-c), [there](docs), [here](#a-page), " +
			"[out](https://example.org/#x)\n\n```\n[code](nothing.md)\n```\n")},
		"docs/b.md": {Data: []byte("## Is it `B`, or [c](../a.md)?\n[a](../a.md#b) [c](c.md) [up](../../x.md)\n")},
	})
	want := []string{
		"docs/b.md: ../../x.md: there is no such file",
		"docs/b.md: ../a.md#b: there is no such heading",
		"docs/b.md: c.md: there is no such file",
	}
	if !slices.Equal(found, want) {
		t.Errorf("got %q, want %q", found, want)
	}
}
