package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"
)

// openers are the names in package net that make something that evaluates positions. Only the backend
// uses them, so one package decides on which device a network works.
var openers = map[string]bool{"NewNetwork": true, "NewEvaluator": true, "NewBatch": true}

// TestOneBackend checks that no other package opens evaluators of a network.
func TestOneBackend(t *testing.T) {
	allowed := []string{"net", "internal/engine/backend"}
	seen := 0
	for _, p := range list(t) {
		if !p.ours() {
			continue
		}
		for _, file := range p.GoFiles {
			found := opening(t, filepath.Join(p.Dir, file))
			if below(p.name(), allowed) {
				seen += len(found)
				continue
			}
			for _, place := range found {
				t.Errorf("%s opens an evaluator of a network: open the network with backend.Open", place)
			}
		}
	}
	if seen == 0 {
		t.Error("the backend opens no evaluator: openers names what does not exist")
	}
}

// opening returns the places in a file that call one of the openers as a method or a function of a
// package.
func opening(t *testing.T, path string) (places []string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && openers[s.Sel.Name] {
			places = append(places, set.Position(s.Pos()).String())
		}
		return true
	})
	return places
}
