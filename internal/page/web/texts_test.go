package web

import (
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// names returns the placeholders of a form. A capital letter makes no difference.
func names(form string) []string {
	var all []string
	for _, found := range placeholder.FindAllStringSubmatch(form, -1) {
		all = append(all, strings.ToLower(found[1]))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// All languages have the same keys, and their texts the same placeholders and plural forms. No text is
// empty. A form for one thing may leave the number out.
func TestLanguagesAgree(t *testing.T) {
	languages, err := Languages()
	if err != nil || len(languages) < 3 {
		t.Fatal(languages, err)
	}
	for _, folder := range []string{LanguageFolder, trainingFolder} {
		english := readTable(t, folder, "en")
		for _, language := range languages {
			checkTable(t, language, readTable(t, folder, language), english)
		}
	}
}

// checkTable compares a table with the English one.
func checkTable(t *testing.T, language string, table, english map[string]text) {
	t.Helper()
	for key, want := range english {
		if !slices.Equal(slices.Sorted(maps.Keys(table[key])), slices.Sorted(maps.Keys(want))) {
			t.Errorf("%s: %q has other forms than in English", language, key)
		}
		for form, text := range table[key] {
			got, all := names(text), names(want[form])
			if form == "one" {
				all = slices.DeleteFunc(all, func(name string) bool { return name == "n" })
				got = slices.DeleteFunc(got, func(name string) bool { return name == "n" })
			}
			if strings.TrimSpace(text) == "" || !slices.Equal(got, all) {
				t.Errorf("%s: %q is %q, with the values %q, want %q", language, key, text, got, all)
			}
		}
	}
	for key := range table {
		if english[key] == nil {
			t.Errorf("%s: %q is not a key in English", language, key)
		}
	}
}

// No text of the training view has the key of a text that all pages share.
func TestTrainingHasItsOwnTexts(t *testing.T) {
	shared := readTable(t, LanguageFolder, "en")
	for key := range readTable(t, trainingFolder, "en") {
		if shared[key] != nil {
			t.Errorf("%q is there twice", key)
		}
	}
}

// Sentences end alike in all languages, and German and Spanish have the marks of their own.
func TestPunctuation(t *testing.T) {
	end := regexp.MustCompile(`[.!?…:]?$`)
	foreign := map[string]*regexp.Regexp{
		"de": regexp.MustCompile(`["“]\w|\w”|\.\.\.|\bSie\b`),
		"es": regexp.MustCompile(`["“”]|\.\.\.|^[^¿:]*\?$|^[^¡]*!`),
	}
	for _, folder := range []string{LanguageFolder, trainingFolder} {
		english := readTable(t, folder, "en")
		for language, wrong := range foreign {
			for key, forms := range readTable(t, folder, language) {
				for form, text := range forms {
					if got, want := end.FindString(text), end.FindString(english[key][form]); got != want {
						t.Errorf("%s: %q ends with %q, want %q", language, text, got, want)
					}
					if found := wrong.FindString(text); found != "" {
						t.Errorf("%s: %q has %q", language, text, found)
					}
				}
			}
		}
	}
}

// file is a script, a style sheet or an HTML file of a page.
type file struct{ name, text string }

// files returns the files of the pages that have texts, without the tables and other people's code.
func files(t *testing.T, kinds ...string) (all []file) {
	t.Helper()
	err := fs.WalkDir(Files(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !slices.Contains(kinds, path.Ext(name)) {
			return err
		}
		if folder := path.Base(path.Dir(name)); folder == "vendor" || folder == path.Base(LanguageFolder) {
			return nil
		}
		text, err := fs.ReadFile(Files(), name)
		all = append(all, file{name, string(text)})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// part matches a literal of a script: a comment, or a string in one of three kinds of quotes. A template
// with another template in its value falls into pieces, which is good enough here.
var part = regexp.MustCompile("(?m)(?:^|\\s)//.*$|" +
	"\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*`")

// literals returns the strings of a script, without their quotes.
func literals(script string) (all []string) {
	for _, found := range part.FindAllString(script, -1) {
		if found = strings.TrimSpace(found); !strings.HasPrefix(found, "//") {
			all = append(all, found[1:len(found)-1])
		}
	}
	return all
}

var (
	call      = regexp.MustCompile("\\bt\\(\\s*[\"`]([^\"`]*)[\"`]")
	attribute = regexp.MustCompile(`data-(?:text|markup|label|title|placeholder)="([^"]*)"`)
	property  = regexp.MustCompile(`var\(--say-([a-z-]+), "([^"]*)"\)`)
)

// Every key that a file names is in the table, and every key in the table is named by a file. A template
// such as t(`square.${kind}`) names all keys that begin like it.
func TestKeysAreUsed(t *testing.T) {
	all, used := map[string]text{}, map[string]bool{}
	begins := func(table map[string]text, prefix string) (found bool) {
		for key := range table {
			if strings.HasPrefix(key, prefix) {
				used[key], found = true, true
			}
		}
		return found
	}
	for _, f := range append(files(t, ".js", ".html", ".css"), exported(t)...) {
		table := tableFor(t, f)
		maps.Copy(all, table)
		for _, found := range call.FindAllStringSubmatch(f.text, -1) {
			used[found[1]] = true
			prefix, _, dynamic := strings.Cut(found[1], "${")
			if dynamic && prefix != "" && !begins(table, prefix) || !dynamic && table[found[1]] == nil {
				t.Errorf("%s: there is no text %q", f.name, found[1])
			}
		}
		for _, literal := range literals(f.text) {
			used[literal] = true
			if prefix, _, dynamic := strings.Cut(literal, "${"); dynamic && strings.HasSuffix(prefix, ".") {
				begins(table, prefix)
			}
		}
		for _, found := range attribute.FindAllStringSubmatch(f.text, -1) {
			if used[found[1]] = true; table[found[1]] == nil {
				t.Errorf("%s: there is no text %q", f.name, found[1])
			}
		}
		for _, found := range property.FindAllStringSubmatch(f.text, -1) {
			used["css."+found[1]] = true
			if text := table["css."+found[1]][""]; text != found[2] {
				t.Errorf("%s: %s is %q, but the table has %q", f.name, found[1], found[2], text)
			}
		}
	}
	for key := range all {
		if !used[key] {
			t.Errorf("no file uses %q", key)
		}
	}
}

// bare matches a call without values.
var bare = regexp.MustCompile(`\bt\(([^(){}]*)\)`)

// A text with a value in it gets values.
func TestTextsGetTheirValues(t *testing.T) {
	for _, f := range append(files(t, ".js"), exported(t)...) {
		table := tableFor(t, f)
		for _, found := range bare.FindAllStringSubmatch(f.text, -1) {
			if strings.Contains(found[1], ", ") {
				continue // the values are a variable
			}
			for _, key := range literals(found[1]) {
				for _, form := range table[key] {
					if placeholder.MatchString(form) {
						t.Errorf("%s: %s has no values for %q", f.name, found[0], form)
					}
				}
			}
		}
	}
}
