package game_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"epaminondas/game"
)

func TestPositionsReadBack(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 32))
	for range 100 {
		b := boardOf(t, randomRules(rng))
		played := randomGame(b, 30, rng)
		for _, s := range []game.State{scatter(b, rng), played[len(played)-1]} {
			back := position(t, b, s.String())
			if back.String() != s.String() || back.Hash() != s.Hash() || back.Ply() != s.Ply() ||
				back.Turn() != s.Turn() || stones(&back) != stones(&s) {
				t.Fatalf("%v reads back as %v", &s, &back)
			}
			if _, ok := back.LastCapture(); ok {
				t.Fatalf("%v: read from text, somebody has captured", &back)
			}
			if text, ply, _ := strings.Cut(s.String(), s.Placement()); text != "" ||
				s.Ply() == 0 && ply != "" {
				t.Fatalf("%v begins with %q", &s, s.Placement())
			}
		}
	}
}

func TestParseStateReadsCrossedStones(t *testing.T) {
	b := board(t, "crossings")
	s := position(t, b, "Ww....../......../......../......../......../......../......../......Bb w")
	if want := "ww....../......../......../......../......../......../......../......bb w"; s.String() != want {
		t.Errorf("it reads as %v", &s)
	}
}

func TestParseStateRefuses(t *testing.T) {
	for _, test := range []struct{ name, rules, text, want string }{
		{"nothing", "epaminondas:3x3x1", "", "0 parts"},
		{"no side", "epaminondas:3x3x1", "bbb/.../www", "1 part,"},
		{"too much", "epaminondas:3x3x1", "bbb/.../www w 1 2", "4 parts"},
		{"a row less", "epaminondas:3x3x1", "bbb/www w", "2 rows, want 3"},
		{"a row more", "epaminondas:3x3x1", "bbb/.../.../www w", "4 rows, want 3"},
		{"a short row", "epaminondas:3x3x1", "bbb/../www w", "row 2 has 2 squares, want 3"},
		{"a long row", "epaminondas:3x3x1", "bbb/.../wwww w", "row 1 has 4 squares, want 3"},
		{"an unknown stone", "epaminondas:3x3x1", "bbb/.x./www w", `'x' on b2`},
		{"an unknown side", "epaminondas:3x3x1", "bbb/.../www white", `"white", want w or b`},
		{"plies in words", "epaminondas:3x3x1", "bbb/.../www w one", `"one"`},
		{"negative plies", "epaminondas:3x3x1", "bbb/.../www w -1", `"-1"`},
		{"too many plies", "epaminondas:3x3x1", "bbb/.../www w 1048577", "1048576"},
		{"crossed stones in Epaminondas", "epaminondas:3x3x1", "W../.../... w", "crossed"},
		{"a crossed stone off the far row", "crossings",
			"......../W......./......../......../......../......../......../........ w", "crossed"},
		{"Black crossed on White's far row", "crossings",
			"B......./......../......../......../......../......../......../........ w", "crossed"},
		{"very long", "epaminondas:3x3x1", strings.Repeat("w", 100000) + " w", "1 row,"},
		{"a very long side", "epaminondas:3x3x1", "bbb/.../www " + strings.Repeat("w", 100000),
			"want w or b"},
	} {
		s, err := board(t, test.rules).ParseState(test.text)
		switch {
		case !errors.Is(err, game.ErrPosition):
			t.Errorf("%s: %v", test.name, err)
		case !strings.Contains(err.Error(), test.want):
			t.Errorf("%s: the error is %v, want it to name %s", test.name, err, test.want)
		case len(err.Error()) > 1000:
			t.Errorf("%s: an error of %d letters", test.name, len(err.Error()))
		case s != game.State{}:
			t.Errorf("%s: a state comes with the error", test.name)
		}
	}
}
