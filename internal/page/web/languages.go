package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// LanguageFolder is the folder of the texts, with one script for each language.
const LanguageFolder = "assets/languages"

// Languages returns the languages of the page, such as "de".
func Languages() ([]string, error) {
	files, err := fs.Glob(Files(), LanguageFolder+"/*.js")
	for i, name := range files {
		files[i] = strings.TrimSuffix(path.Base(name), ".js")
	}
	return files, err
}

var (
	comment = regexp.MustCompile(`(?m)^ *//.*\n`)
	joint   = regexp.MustCompile(`" \+\n *"`)
	comma   = regexp.MustCompile(`,(\s*\})`)
)

// Texts returns the texts in a language as a JSON object, by their keys. A text is a string or an object
// of plural forms. The training view has texts of its own, which are not among them.
func Texts(language string) ([]byte, error) { return texts(LanguageFolder, language) }

// texts reads the texts in a folder. Its scripts are objects with comments, joined strings and last commas.
func texts(folder, language string) ([]byte, error) {
	script, err := fs.ReadFile(Files(), path.Join(folder, language+".js"))
	if err != nil {
		return nil, fmt.Errorf("web: the texts: %w", err)
	}
	object := comment.ReplaceAllString(string(script), "")
	object = comma.ReplaceAllString(joint.ReplaceAllString(object, ""), "$1")
	object = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(object), "export default "), ";")
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(object)); err != nil {
		return nil, fmt.Errorf("web: the texts in %s.js are not JSON: %w", language, err)
	}
	return compact.Bytes(), nil
}
