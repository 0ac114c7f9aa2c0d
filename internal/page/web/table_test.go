package web

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
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

var (
	joint   = regexp.MustCompile(`" \+\n *"`)
	comment = regexp.MustCompile(`(?m)^ *//.*\n`)
	comma   = regexp.MustCompile(`,(\s*\})`)
)

// tables are the folders of texts: those of all pages, and those of the training view.
var tables = []string{"languages"}

// readTable reads the texts in a language. Comments, joined strings and last commas make the files easier
// to read, and everything else is JSON.
func readTable(t *testing.T, language string) map[string]text {
	t.Helper()
	all := map[string]text{}
	for _, folder := range tables {
		script, err := fs.ReadFile(Files(), path.Join("assets", folder, language+".js"))
		if err != nil {
			t.Fatal(err)
		}
		object := comment.ReplaceAllString(string(script), "")
		object = comma.ReplaceAllString(joint.ReplaceAllString(object, ""), "$1")
		object = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(object), "export default "), ";")
		before := len(all)
		part := map[string]text{}
		if err := json.Unmarshal([]byte(object), &part); err != nil {
			t.Fatalf("%s/%s.js: %v", folder, language, err)
		}
		for key, text := range part {
			all[key] = text
		}
		if len(all) != before+len(part) || strings.Count(object, `":`) < len(part) {
			t.Errorf("%s/%s.js has a key twice", folder, language)
		}
	}
	return all
}
