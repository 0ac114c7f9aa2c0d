package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// countedNoun finds a number before one or two words.
var countedNoun = regexp.MustCompile(`%d ([a-z-]+)(?: ([a-z-]+))?`)

// notNouns end with an s, but do not count anything.
var notNouns = map[string]bool{
	"is": true, "has": true, "was": true, "as": true, "exists": true, "repeats": true, "uses": true,
	"its": true, "this": true, "names": true, "leads": true, "comes": true, "does": true, "minus": true,
	"begins": true,
}

// betweenNouns are words after which another noun or a clause begins.
var betweenNouns = map[string]bool{
	"of": true, "to": true, "and": true, "for": true, "in": true, "at": true, "on": true, "with": true,
	"but": true, "the": true, "a": true, "is": true, "was": true, "has": true, "by": true, "or": true,
	"from": true, "if": true, "as": true, "want": true, "between": true, "after": true, "names": true,
}

// fixedNouns are formats with a fixed plural that programs read, by their first words.
var fixedNouns = []string{"info depth "}

// TestCountedNouns finds formats such as "%d games", which are wrong for one game.
func TestCountedNouns(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && path != root && (strings.HasPrefix(e.Name(), ".") || e.Name() == "tools" ||
			e.Name() == "asm" || e.Name() == "testdata") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		for _, text := range formats(f) {
			if noun := fixedPlural(text.value); noun != "" {
				t.Errorf("%s: %q has the fixed plural %q: use noun.Count, from internal/base/noun",
					files.Position(text.at), text.value, noun)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// fixedPlural returns the first plural that follows a number in a format, or "".
func fixedPlural(format string) string {
	for _, fixed := range fixedNouns {
		if strings.HasPrefix(format, fixed) {
			return ""
		}
	}
	for _, m := range countedNoun.FindAllStringSubmatch(format, -1) {
		for _, word := range m[1:] {
			if betweenNouns[word] {
				break
			}
			if strings.HasSuffix(word, "s") && !notNouns[word] {
				return word
			}
		}
	}
	return ""
}

// goText is a text in the source, joined from its parts.
type goText struct {
	at    token.Pos
	value string
}

// formats returns the texts of a file.
func formats(f *ast.File) (all []goText) {
	ast.Inspect(f, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		value, ok := joined(e)
		if ok {
			all = append(all, goText{e.Pos(), value})
		}
		return !ok
	})
	return all
}

// joined returns the value of a text, or of texts joined by +.
func joined(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			value, err := strconv.Unquote(e.Value)
			return value, err == nil
		}
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			return "", false
		}
		x, first := joined(e.X)
		y, second := joined(e.Y)
		return x + y, first && second
	}
	return "", false
}

func TestFixedPlural(t *testing.T) {
	for format, want := range map[string]string{
		"%d games": "games", "only %d different openings": "openings", "%d of %d games": "games",
		"%d stored": "", "game %d is over": "", "%d to %d, the length": "", "step %d has no file": "",
		"%d games were": "games", "info depth %d nodes %d": "", "--games %d": "", "%s": "",
	} {
		if got := fixedPlural(format); got != want {
			t.Errorf("%q: got %q, want %q", format, got, want)
		}
	}
}

// scriptNoun finds a plural after a value in a template of JavaScript.
var scriptNoun = regexp.MustCompile(`\$\{[^}]*\} (?:[a-z-]+ )?(games|positions|plies|pairs|stones|squares|` +
	`nodes|visits|steps|simulations|batches|workers|pages|samples|blocks|channels|files|players)\b`)

// TestCountedNounsOfPages finds the same in the scripts of the pages.
func TestCountedNounsOfPages(t *testing.T) {
	fixed := []string{"${enough} games"} // a constant
	for _, dir := range []string{"internal/page", "cmd/export/web"} {
		root := filepath.Join("..", "..", "..", dir)
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".js" || strings.Contains(path, "vendor") {
				return err
			}
			script, err := os.ReadFile(path)
			for _, found := range scriptNoun.FindAllString(string(script), -1) {
				if !slices.Contains(fixed, found) {
					t.Errorf("%s: %q has a fixed plural: use counted, from noun.js", path, found)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
