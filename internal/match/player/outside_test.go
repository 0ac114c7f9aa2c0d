package player

import (
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/ugi"
)

// TestOutsideNotation uses the notation that the engine's settings name.
func TestOutsideNotation(t *testing.T) {
	b := game.MustBoard("epaminondas:5x7x1")
	spec := func(options string) Spec {
		s, err := ParseSpec("ugi:engine" + options)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	notation, err := notationFor(spec(",option.notation=Head").command.Options)
	if err != nil || notation != game.HeadNotation {
		t.Errorf("got %v, %v", notation, err)
	}
	if _, err := spec(",option.Notation=tail").Factory(b); err == nil ||
		!strings.Contains(err.Error(), `"tail"`) {
		t.Errorf("got %v, want an error about the notation tail", err)
	}
	for options, want := range map[string]int{"": 1, ",option.threads=3": 3, ",option.Threads=many": 1,
		",option.Threads=-1": 1} {
		c, err := spec(options).Factory(b)
		if err != nil || c.Cores != want {
			t.Errorf("%q: %d cores, %v, want %d", options, c.Cores, err, want)
		}
	}
	p := outside{board: b, notation: game.HeadNotation}
	start := b.Start()
	move, err := start.ParseMove("a1-b2", game.RearNotation)
	if err != nil {
		t.Fatal(err)
	}
	two := position(t, b, "bbbbb/...../...../...../w..../w..../.www. w")
	stride, err := two.ParseMove("a2-a4", game.RearNotation)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.position(engine.Turn{Start: start, Moves: []game.Move{move}}); got.Start != "" ||
		strings.Join(got.Moves, " ") != "a1-b2" {
		t.Errorf("got %+v", got)
	}
	if got := p.position(engine.Turn{Start: two, Moves: []game.Move{stride}}); got.Start != two.String() ||
		strings.Join(got.Moves, " ") != "a2-a5" {
		t.Errorf("got %+v, want the square of the head", got)
	}
}

// TestBoardSettings checks that the settings of the user stay unchanged.
func TestBoardSettings(t *testing.T) {
	b := game.MustBoard("epaminondas:5x7x1,max_plies=9,limit=draw")
	var all []string
	for _, s := range boardSettings(b, nil) {
		all = append(all, s.Name+"="+s.Value)
	}
	if got, want := strings.Join(all, " "),
		"Rules=epaminondas:5x7x1,max_plies=9,limit=draw MaxPlies=9 Notation=rear"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	rest := boardSettings(b, []ugi.Setting{{Name: "rules", Value: "mine"},
		{Name: "NOTATION", Value: "head"}})
	if len(rest) != 1 || rest[0].Name != "MaxPlies" {
		t.Errorf("got %v, want MaxPlies alone", rest)
	}
}

// TestUnquote compares with the words that a shell would make.
func TestUnquote(t *testing.T) {
	for text, want := range map[string]string{
		`a b`:         "a|b",
		` a  b `:      "a|b",
		`'a b'c`:      "a bc",
		`"a'b" 'c"d'`: `a'b|c"d`,
		`a\ b\'c`:     "a b'c",
		`"a\"b\\c\n"`: `a"b\c\n`,
		`'a\b'`:       `a\b`,
		`"" ''`:       "|",
		``:            "",
	} {
		if got := strings.Join(words(text), "|"); got != want {
			t.Errorf("%s is split into %q, want %q", text, got, want)
		}
	}
}
