package api

import (
	"reflect"
	"strings"
	"testing"

	"epaminondas/game"
)

// A board has the name of its preset, or a name with the differences. No name is the text of the
// rules.
func TestBoardName(t *testing.T) {
	for rules, want := range map[string]string{
		"epaminondas,max_plies=300":            "Epaminondas, 14 × 12",
		"epaminondas,max_plies=300,limit=draw": "Epaminondas, 14 × 12, a draw after 300 moves",
		"epaminondas:4x6x1,max_plies=60,limit=draw": "Epaminondas, 4 × 6, 1 row of stones, a draw " +
			"after 60 moves",
		"epaminondas:10x8": "Epaminondas, 10 × 8, no limit",
		"crossings,symmetry=rotation,max_plies=9": "Crossings, 8 × 8, rotation symmetry rule, 9 " +
			"moves at most",
		"epaminondas:9x9x3,symmetry=none,max_plies=100": "Epaminondas, 9 × 9, 3 rows of stones, no " +
			"symmetry rule, 100 moves at most",
		"crossings:9x8,symmetry=left-right,max_plies=100": "Crossings, 9 × 8, left-right symmetry rule, " +
			"100 moves at most",
	} {
		r, err := game.ParseRules(rules)
		if err != nil {
			t.Fatal(err)
		}
		if got := boardName(r); got != want {
			t.Errorf("%s is called %q, want %q", rules, got, want)
		}
		d := newService(t, Config{Rules: rules})
		for _, b := range ask[boardList](t, d, "boards", struct{}{}).Boards {
			if b.Rules == r.Name() && keysOf(b.Parts) != keysOf(nameParts(r)) {
				t.Errorf("%s is listed with the name %v", rules, b.Parts)
			}
		}
		if at := ask[positionReply](t, d, "position",
			positionRequest{Rules: rules, Moves: []string{}}); keysOf(at.Parts) != keysOf(nameParts(r)) ||
			at.Limit != r.Limit.String() || at.Symmetry != r.Symmetry.String() {
			t.Errorf("%s: told of %+v", rules, at)
		}
	}
}

// keysOf returns the keys of the parts of a name.
func keysOf(parts []namePart) string {
	var keys []string
	for _, p := range parts {
		keys = append(keys, p.What)
	}
	return strings.Join(keys, ", ")
}

// The answer for a game that ends at its ply limit has the reason for the result.
func TestVerdict(t *testing.T) {
	d := newService(t, Config{})
	for _, tt := range []struct {
		rules, start string
		moves        []string
		outcome      string
		verdict      string
	}{
		{"epaminondas:4x6x1,max_plies=2", "", []string{"a1-a2", "a6-a5"}, "0-1", "black"},
		{"epaminondas:4x6x1,max_plies=2", "", []string{"a1-a2", "a6-b5"}, "0-1", "black"},
		{"epaminondas:4x6x1,max_plies=1", "", []string{"a1-a2"}, "1-0", "advanced"},
		{"epaminondas:4x6x1,max_plies=2,limit=draw", "", []string{"a1-a2", "a6-a5"}, "1/2-1/2", "draw"},
		{"epaminondas:4x6x1,max_plies=9", "", []string{"a1-a2"}, "*", ""},
		{"epaminondas:4x6x1,max_plies=1", "..../..../b..b/w..b/w.../.... w", []string{"a2xa3"}, "1-0",
			"last-capture"},
	} {
		at := ask[positionReply](t, d, "position",
			positionRequest{Rules: tt.rules, Start: tt.start, Moves: tt.moves})
		if at.Outcome != tt.outcome || at.Verdict != tt.verdict {
			t.Errorf("%s after %v: %s, %q, want %s, %q", tt.rules, tt.moves, at.Outcome, at.Verdict,
				tt.outcome, tt.verdict)
		}
	}
}

// The service tells the page the size, the limit and the players of every board, also of the board of a
// link. The page has no rules of its own.
func TestBoardsTellTheirRules(t *testing.T) {
	d := newService(t, Config{})
	for rules, want := range map[string]boardChoice{
		"crossings": {Parts: []namePart{plainPart("", "crossings")}, Rules: "crossings", Width: 8, Height: 8,
			Limit: "advancement"},
		"epaminondas:14x12x2,symmetry=left-right,max_plies=40,limit=draw": {
			Parts: []namePart{plainPart("", "epaminondas")}, Rules: "epaminondas,max_plies=40,limit=draw",
			Width: 14, Height: 12, MaxPlies: 40, Limit: "draw"},
	} {
		list := ask[boardList](t, d, "boards", boardsRequest{rules})
		want.Players = list.Everywhere
		if list.Asked == nil || len(list.Everywhere) == 0 {
			t.Fatalf("%s: %+v", rules, list)
		}
		got := *list.Asked
		if !strings.HasPrefix(keysOf(got.Parts), want.Parts[0].What) {
			t.Errorf("%s is called %v", rules, got.Parts)
		}
		if got.Parts = want.Parts; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", rules, got, want)
		}
		for _, b := range list.Boards {
			view := ask[positionReply](t, d, "position", positionRequest{Rules: b.Rules, Moves: []string{}})
			if b.Width != view.Width || b.Height != view.Height || b.MaxPlies != view.MaxPlies ||
				b.Limit != view.Limit || keysOf(b.Parts) != keysOf(view.Parts) {
				t.Errorf("%+v, but its position is of %v, %d x %d", b, view.Parts, view.Width, view.Height)
			}
		}
	}
	for _, rules := range []string{"", "chess", "epaminondas:99x99"} {
		if list := ask[boardList](t, d, "boards", boardsRequest{rules}); list.Asked != nil {
			t.Errorf("%q is %+v", rules, list.Asked)
		}
	}
}
