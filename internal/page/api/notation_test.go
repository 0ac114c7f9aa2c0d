package api

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// The import never guesses the notation: the text names it, or else the request does. If the other
// notation makes another game, the reply says so.
func TestImportTakesTheChosenNotation(t *testing.T) {
	d := newService(t, Config{})
	const text = "c1-c3 f8-f6" // two lines of two stones, which move one square or two
	rear, head := []string{"c1-c3", "f8-f6"}, []string{"c1-c2", "f8-f7"}
	for _, tt := range []struct {
		text, notation string
		moves          []string
		read           string
		ambiguous      bool
	}{
		{text, "", rear, "rear", true},
		{text, "rear", rear, "rear", true},
		{text, "head", head, "head", true},
		{"[Notation \"head\"] " + text, "rear", head, "head", false},
		{"[Notation \"head\"]\n" + text, "", head, "head", false},
		{"[notation “head”]\n" + text, "", head, "head", false},
		{"[Notation \"rear\"] " + text, "head", rear, "rear", false},
		{"% epaminondas games 1\n" + text, "head", rear, "rear", false}, // a file of games
		{"[Ending \"unfinished\"]\n" + text, "head", rear, "rear", false},
		{`{"moves": ["c1-c3", "f8-f6"]}`, "head", head, "head", true},
		{`{"moves": ["c1-c3", "f8-f6"], "notation": "head"}`, "", head, "head", false},
		{`{"version": 1, "moves": ["c1-c3", "f8-f6"]}`, "head", rear, "rear", false},
		{"#rules=crossings&moves=c1-c3+f8-f6", "head", rear, "rear", false},
		{"a2-b3", "", []string{"a2-b3"}, "rear", false}, // the same in both
	} {
		got := ask[importReply](t, d, "import",
			importRequest{Text: tt.text, Rules: "crossings", Notation: tt.notation})
		if !slices.Equal(got.Moves, tt.moves) || got.Notation != tt.read || got.Ambiguous != tt.ambiguous {
			t.Errorf("%q in notation %q is read as %+v", tt.text, tt.notation, got)
		}
	}
}

// Moves that are legal only in the other notation are refused with the cure.
func TestImportNamesTheOtherNotation(t *testing.T) {
	d := newService(t, Config{})
	refusedOn := func(text, notation, want string) {
		t.Helper()
		body, err := json.Marshal(importRequest{Text: text, Rules: tiny, Notation: notation})
		if err != nil {
			t.Fatal(err)
		}
		refused(t, d, "import", string(body), want)
	}
	refusedOn("a1-b2 d6-d5 b1-b4", "", `move 3, "b1-b4"`)
	refusedOn("a1-b2 d6-d5 b1-b4", "rear", `choose "rear – front", or write [Notation "head"]`)
	refusedOn("bbbb/..../..../b.../w.../w... w\na1-a2", "head", "move 1")
	refusedOn("[Notation \"rear\"]\na1-b2 d6-d5 b1-b4", "head", "move 3")
	refusedOn("[Notation \"tail\"]\na1-b2", "", "tail")
	refusedOn("a1-b2 d6-d5 a1-a9", "", "move 3")
}

// Copied moves name their board and notation, so that they stay the same game on every board.
func TestImportReadsTagsBeforeMoves(t *testing.T) {
	d := newService(t, Config{})
	got := ask[importReply](t, d, "import", importRequest{Rules: "epaminondas", Notation: "rear",
		Text: `[Rules "crossings"] [Notation "head"] c1-c3 f8-f6`})
	if got.Rules != "crossings" || !slices.Equal(got.Moves, []string{"c1-c2", "f8-f7"}) || got.Assumed {
		t.Errorf("%+v", got)
	}
	got = ask[importReply](t, d, "import", importRequest{Rules: "epaminondas", Text: "a1-a2"})
	if !got.Assumed || got.Rules != "epaminondas" || strings.Join(got.Moves, " ") != "a1-a2" {
		t.Errorf("%+v", got)
	}
}
