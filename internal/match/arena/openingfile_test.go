package arena

import (
	"strings"
	"testing"

	"epaminondas/game"
)

func TestReadOpenings(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1")
	openings, err := ReadOpenings(b, strings.NewReader(`
# three ways to begin
1. a1-a2 d6-d5 2. b1-b2
b1-b2   # a single move
bbb./..../...b/..../...w/www. w 2
`))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		state string
		moves int
	}{
		{"bbb./...b/..../..../ww../..ww b 3", 3},
		{"bbbb/..../..../..../.w../w.ww b 1", 1},
		{"bbb./..../...b/..../...w/www. w 2", 0},
	} {
		o := openings[i]
		if o.State.String() != want.state || len(o.Moves) != want.moves {
			t.Errorf("opening %d: %s after %d moves, want %s after %d", i, o.State.String(),
				len(o.Moves), want.state, want.moves)
		}
		state := o.Start
		for _, m := range o.Moves {
			state.Play(m)
		}
		if state != o.State {
			t.Errorf("opening %d: its moves lead to %s", i, state.String())
		}
	}
}

func TestReadOpeningsMistakes(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1")
	for text, want := range map[string]string{
		"a1-a2\nb1-b4":                        "line 2: game: illegal move",
		"a1-a2 huh":                           "line 1: game: unreadable move",
		"\n\nbbbb/..../w":                     "line 3: game: unreadable position",
		"a1-a2\n# x\nd1-d2":                   "line 3: this position repeats line 1, perhaps as its mirror image",
		"w.../..../..../..../.b../.... w":     "line 1: the game is over after the opening: 1-0",
		"a1-a2\n1. # a1-a2":                   "line 2: \"1. \" has no move and no position",
		"[Notation \"head\"]\na1-a2":          "line 1: game: unreadable move",
		strings.Repeat("a1-a2 ", 20_000) + "": "line 1",
	} {
		if _, err := ReadOpenings(b, strings.NewReader(text)); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: error %v, want %q", text, err, want)
		}
	}
}

func FuzzReadOpenings(f *testing.F) {
	b := game.MustBoard("epaminondas:4x6x1")
	f.Add("1. a1-a2 d6-d5 # comment\nbbb./..../...b/..../...w/www. w 2")
	f.Add("crossings\n\n....")
	f.Fuzz(func(t *testing.T, text string) {
		openings, err := ReadOpenings(b, strings.NewReader(text))
		if err != nil {
			return
		}
		for _, o := range openings {
			if outcome, _ := o.State.Outcome(); outcome != game.Ongoing {
				t.Errorf("an opening that is over: %s", o.State.String())
			}
		}
	})
}
