package standings

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"epaminondas/internal/page/web"
)

// The script is written as modules. It shares the modules that draw a board with the site of
// package web, and names them by their paths in the source tree.
const (
	entry    = "standings/script/main.js"
	siteRoot = "web/site/"
)

var (
	imports = regexp.MustCompile(`(?m)^import \{\s*[\w$]+(?:,\s*[\w$]+)*,?\s*\} from "([^"]+)";\n`)
	exports = regexp.MustCompile(`(?m)^export (const|let|class|function|async function) `)
	foreign = regexp.MustCompile(`(?m)^(import|export)\b.*`)
)

// A joiner joins modules into one script for a page that loads nothing. The modules share one scope,
// so two of them must not declare the same name at their top level.
type joiner struct {
	read func(name string) ([]byte, error)
	seen map[string]bool
	out  strings.Builder
}

// script returns the script of every page. It leaves no names in the page.
func script() (string, error) {
	j := joiner{read: readModule, seen: map[string]bool{}}
	j.out.WriteString("\"use strict\";\n(() => {\n")
	if err := j.add(entry); err != nil {
		return "", err
	}
	j.out.WriteString("})();\n")
	return j.out.String(), nil
}

// readModule reads a module, given its path below internal/page.
func readModule(name string) ([]byte, error) {
	if inSite, ok := strings.CutPrefix(name, siteRoot); ok {
		return fs.ReadFile(web.Files(), inSite)
	}
	return files.ReadFile(strings.TrimPrefix(name, "standings/"))
}

// add appends a module after the modules that it imports, each once. Modules may import each other
// in a circle if they use the names only later, in functions.
func (j *joiner) add(name string) error {
	if j.seen[name] {
		return nil
	}
	j.seen[name] = true
	source, err := j.read(name)
	if err != nil {
		return fmt.Errorf("standings: read module %s: %w", name, err)
	}
	text := string(source)
	for _, found := range imports.FindAllStringSubmatch(text, -1) {
		if err := j.add(path.Join(path.Dir(name), found[1])); err != nil {
			return err
		}
	}
	text = exports.ReplaceAllString(imports.ReplaceAllString(text, ""), "$1 ")
	if line := foreign.FindString(text); line != "" {
		return fmt.Errorf("standings: module %s: cannot join %q: write import { names } from \"file\" or "+
			"export before a declaration", name, line)
	}
	j.out.WriteString(text)
	return nil
}
