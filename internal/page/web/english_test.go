package web

import (
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// exported returns the scripts that only the exported page has. They use the same table.
func exported(t *testing.T) (all []file) {
	t.Helper()
	folder := filepath.Join("..", "..", "..", "cmd", "export", "web")
	names, err := fs.Glob(os.DirFS(folder), "*.js")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, file{name, string(text)})
	}
	return all
}

var (
	element = regexp.MustCompile(`<(\w+)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>([^<]*)`)
	spoken  = regexp.MustCompile(`\s(aria-label|title|placeholder)="([^"]*)"`)
	key     = regexp.MustCompile(`\sdata-(text|markup|label|title|placeholder)="([^"]*)"`)
	markup  = regexp.MustCompile(`(?s)data-markup="([^"]*)">(.*?)</p>`)
	tag     = regexp.MustCompile(`<[^>]*>`)
	letters = regexp.MustCompile(`\pL{2}`)
	spaces  = regexp.MustCompile(`\s+`)
)

// silent are elements whose content is not a text of the page: code, the name of the game, and what
// stands in its own language.
func silent(tag, attributes string) bool {
	return slices.Contains([]string{"script", "style", "h1", "noscript", "em", "code"}, tag) ||
		strings.Contains(attributes, " lang=") || strings.Contains(attributes, "data-markup=")
}

// The HTML files are English, for people without scripts. Each text names its key, and is the text that
// the table has. A title of one or two letters is the name of a key on the keyboard.
func TestHTMLHasTheTexts(t *testing.T) {
	for _, f := range files(t, ".html") {
		table := tableFor(t, f)
		for _, found := range element.FindAllStringSubmatch(f.text, -1) {
			tag, attributes, content := found[1], found[2], strings.TrimSpace(html.UnescapeString(found[3]))
			keys := map[string]string{}
			for _, k := range key.FindAllStringSubmatch(attributes, -1) {
				keys[k[1]] = k[2]
			}
			if want := table[keys["text"]][""]; content != want && letters.MatchString(content+want) &&
				!silent(tag, attributes) && content != "Epaminondas" {
				t.Errorf("%s: <%s> has the text %q, but %q is %q", f.name, tag, content, keys["text"], want)
			}
			for _, s := range spoken.FindAllStringSubmatch(attributes, -1) {
				name := strings.TrimPrefix(s[1], "aria-")
				if want := table[keys[name]][""]; s[2] != want && len(s[2]) > 3 {
					t.Errorf("%s: <%s>, %s: %q, but %q is %q", f.name, tag, name, s[2], keys[name], want)
				}
			}
		}
		for _, k := range markup.FindAllStringSubmatch(f.text, -1) {
			if want := table[k[1]][""]; spaces.ReplaceAllString(k[2], " ") != want {
				t.Errorf("%s: %q is not the text %q", f.name, k[1], want)
			}
		}
	}
}

// wordy matches a text that a person may read: two words of small letters, or a word with a capital.
var wordy = regexp.MustCompile(`\pL{2,} \p{Ll}{2,}|^\p{Lu}\p{Ll}{2,}`)

// unread are literals that look like texts, although no person reads them on the page. They are names of
// the browser, keys, classes and fonts, and what records and files need.
var unread = regexp.MustCompile(`^(use strict|Escape|Enter|Home|End|Esc|Arrow\w+|Content-Type|AbortError|` +
	`AltGraph|POST|Key\|Digit.*|Rules|Start|Notation|Inter|\d00 \d\dpx .*|EPAMINONDAS|phalanx \w+|` +
	`puzzle (board|level)|(ring|goal|panel) \w+|display fill .*|go run .*|training curves|chart panel|best first|stop-color .*|` +
	`image/svg.*|search: .*|.*: dark\)|.*: reduce\)|.*: hover\))$`)

// No script holds a text that a person can read. Such a text belongs into the tables. Scripts of the
// exported page are exempt where they speak to the person who copies the files to a host.
func TestScriptsHaveNoTexts(t *testing.T) {
	for _, f := range files(t, ".js") {
		for _, literal := range literals(f.text) {
			plain := regexp.MustCompile(`\$\{[^}]*\}`).ReplaceAllString(literal, "")
			said := spoken.FindStringSubmatch(plain)
			plain = tag.ReplaceAllString(plain, "")
			if wordy.MatchString(plain) && !unread.MatchString(literal) || said != nil && len(said[2]) > 3 {
				t.Errorf("%s: %q is a text: move it to the tables", f.name, literal)
			}
		}
	}
}

// No style sheet shows a text that cannot change its language.
func TestStylesHaveNoTexts(t *testing.T) {
	shown := regexp.MustCompile(`content: *"[^"]*\pL[^"]*"`)
	for _, f := range files(t, ".css") {
		if found := shown.FindString(f.text); found != "" {
			t.Errorf("%s: %s is a text: use var(--say-...)", f.name, found)
		}
	}
}
