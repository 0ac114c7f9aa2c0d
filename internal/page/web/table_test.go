package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"
)

// text is a text of the page, with its plural forms by name. A text without them is the form "".
type text map[string]string

// UnmarshalJSON reads a string, or an object of plural forms.
func (t *text) UnmarshalJSON(data []byte) error {
	if data[0] != '"' {
		return json.Unmarshal(data, (*map[string]string)(t))
	}
	*t = text{"": ""}
	var plain string
	err := json.Unmarshal(data, &plain)
	(*t)[""] = plain
	return err
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

// say returns a text for values, as language.js does, in a language with the plural forms of English.
func (t text) say(values map[string]any) (string, error) {
	form, ok := t[""]
	if !ok {
		form = t["other"]
		if fmt.Sprint(values["n"]) == "1" {
			form = t["one"]
		}
	}
	var missing error
	return placeholder.ReplaceAllStringFunc(form, func(found string) string {
		value, ok := values[strings.Trim(found, "{}")]
		if !ok {
			missing = fmt.Errorf("there is no value for %s in %q", found, form)
		}
		return fmt.Sprint(value)
	}), missing
}

// afterKey matches the end of a key, but no quote within a text.
var afterKey = regexp.MustCompile(`[^\\]":`)

// trainingFolder is the folder of the texts that only the training view loads.
const trainingFolder = "assets/training/languages"

// tableFor returns the English texts that a file can use.
func tableFor(t *testing.T, f file) map[string]text {
	t.Helper()
	table := readTable(t, LanguageFolder, "en")
	if strings.Contains(f.name, "training") {
		maps.Copy(table, readTable(t, trainingFolder, "en"))
	}
	return table
}

// readTable reads the texts of a folder in a language.
func readTable(t *testing.T, folder, language string) map[string]text {
	t.Helper()
	object, err := texts(folder, language)
	if err != nil {
		t.Fatal(err)
	}
	table := map[string]text{}
	if err := json.Unmarshal(object, &table); err != nil {
		t.Fatalf("%s: %v", language, err)
	}
	// Each key has a colon after it, and so have the two forms of some texts.
	colons := len(table)
	for _, forms := range table {
		if _, plain := forms[""]; !plain {
			colons += len(forms)
		}
	}
	if n := len(afterKey.FindAll(object, -1)); n != colons {
		t.Errorf("%s: %d keys in the file, but %d in the table: a key is there twice", language, n, colons)
	}
	return table
}
