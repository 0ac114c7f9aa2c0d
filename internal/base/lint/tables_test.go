package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"testing"
)

// gamesTable matches SQL on the tables of package replay. The tables of the fleet, such as
// fleet_refusals, have other names.
var gamesTable = regexp.MustCompile(`\b(FROM|INTO|JOIN|UPDATE|TABLE|EXISTS)\s+(main\.)?((damaged_)?games|left_behind)\b`)

// TestGamesHaveOneOwner checks that only package replay has SQL on the tables of the games.
func TestGamesHaveOneOwner(t *testing.T) {
	seen := 0
	for _, p := range list(t) {
		if !p.ours() {
			continue
		}
		for _, file := range p.GoFiles {
			set := token.NewFileSet()
			parsed, err := parser.ParseFile(set, filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				text, ok := n.(*ast.BasicLit)
				if !ok || text.Kind != token.STRING || !gamesTable.MatchString(text.Value) {
					return true
				}
				if p.name() == "replay" {
					seen++
				} else {
					t.Errorf("%s has SQL on the games: use the functions of package replay",
						set.Position(text.Pos()))
				}
				return true
			})
		}
	}
	if seen == 0 {
		t.Error("package replay has no SQL on the games: gamesTable matches nothing")
	}
}
