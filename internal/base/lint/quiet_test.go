package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"testing"
)

// exempt is the package that may do what otherwise only commands may do.
const exempt = "internal/base/cli"

// flagPackages are the packages that read the command line.
var flagPackages = []string{"flag", "github.com/alecthomas/kong"}

// terminal lists functions and variables that reach the terminal, by package and name.
var terminal = map[string][]string{
	"os":  {"Stdout", "Stderr", "Args"},
	"fmt": {"Print", "Printf", "Println"},
	"log": {"Print", "Printf", "Println", "Fatal", "Fatalf", "Fatalln", "Default"},
}

// TestBelowCommandsNothingReadsFlagsOrPrints checks that packages below cmd neither read flags nor
// write to the terminal. They return values and errors, and report to a writer that the caller
// passes in. The package internal/base/cli, the common part of the commands, is the exception.
func TestBelowCommandsNothingReadsFlagsOrPrints(t *testing.T) {
	for _, p := range list(t) {
		if !p.ours() || p.name() == exempt || below(p.name(), []string{"cmd"}) {
			continue
		}
		for _, path := range p.Imports {
			if below(path, flagPackages) {
				t.Errorf("%s imports %s; only commands may", p.name(), path)
			}
		}
		for _, file := range p.GoFiles {
			checkQuiet(t, filepath.Join(p.Dir, file))
		}
	}
}

// checkQuiet checks that a source file does not use the terminal.
func checkQuiet(t *testing.T, path string) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Error(err)
		return
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && slices.Contains(terminal[x.Name], n.Sel.Name) {
				t.Errorf("%v: %s.%s; only commands may", files.Position(n.Pos()), x.Name, n.Sel.Name)
			}
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "print" || f.Name == "println") {
				t.Errorf("%v: %s; only commands may", files.Position(n.Pos()), f.Name)
			}
		}
		return true
	})
}
