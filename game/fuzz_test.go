package game_test

import (
	"errors"
	"slices"
	"testing"

	"epaminondas/game"
)

// The seeds of the fuzz targets run as tests; go test -fuzz finds more.

func FuzzParseRules(f *testing.F) {
	for _, name := range []string{
		"epaminondas", "crossings", "epaminondas:4x6x1",
		"epaminondas:16x16x3,symmetry=rotation,max_plies=60,limit=draw",
		"crossings:3x3x1,symmetry=left-right", "epaminondas:", "epaminondas:x", ",", ":",
		"epaminondas,max_plies=99999999999999999999",
	} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		rules, err := game.ParseRules(name)
		if err != nil {
			if !errors.Is(err, game.ErrRules) {
				t.Fatalf("%q: %v", name, err)
			}
			return
		}
		if back, err := game.ParseRules(rules.Name()); back != rules || err != nil {
			t.Fatalf("%q is %s, which reads as %+v, %v", name, rules.Name(), back, err)
		}
		b, err := game.NewBoard(rules)
		if err != nil {
			t.Fatalf("%q has no board: %v", name, err)
		}
		if s := b.Start(); len(s.AppendMoves(nil)) == 0 {
			t.Fatalf("%q: no move at the start", name)
		}
	})
}

func FuzzParseState(f *testing.F) {
	f.Add("epaminondas:3x3x1", "bbb/.../www w")
	f.Add("epaminondas:4x6x1", "..../.w../..../.b../..../.... b 12")
	f.Add("epaminondas:16x3x1", "wwwwwwwwwwwwwww./................/bbbbbbbbbbbbbbbb b")
	f.Add("crossings", "W..W..../b......./......../......../......../......../......../....B..B w")
	f.Add("crossings:3x3x1", "W../.../..b w 1048576")
	f.Add("epaminondas:3x3x1", "bbb/.../www\x00w")
	f.Add("epaminondas:3x3x1", "///// b")
	f.Fuzz(func(t *testing.T, name, text string) {
		rules, err := game.ParseRules(name)
		if err != nil {
			return
		}
		b := boardOf(t, rules)
		s, err := b.ParseState(text)
		if err != nil {
			if !errors.Is(err, game.ErrPosition) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if back := position(t, b, s.String()); back != s {
			t.Fatalf("%q is %v, which reads as %v", text, &s, &back)
		}
		checkAgainstTwin(t, s)
		for _, c := range []game.Colour{game.White, game.Black} {
			if got, want := reachOf(&s, c), twinReach(&s, c); got != want {
				t.Fatalf("%v: the reach of %v is %v, want %v", &s, c, got, want)
			}
		}
	})
}

func FuzzParseMove(f *testing.F) {
	const text = "bbb..b../b.ww..b./..w..b../.w.b.w.b/....bb../w..w.w../.bwww.w./...w...w w"
	for _, move := range []string{"a3-a4", "c2xc4", "b5b6", "C2-D2", "e2-f2", "a3a2", "h1–g2", "c2\xffd2",
		"p16-p16", "a3-", "", "c2--d2", "a03-a4", "a3-a004"} {
		f.Add(move, true)
		f.Add(move, false)
	}
	s := position(f, board(f, "epaminondas:8x8"), text)
	legal := s.AppendMoves(nil)
	f.Fuzz(func(t *testing.T, text string, head bool) {
		n := game.RearNotation
		if head {
			n = game.HeadNotation
		}
		m, err := s.ParseMove(text, n)
		if err != nil {
			if m != game.NoMove || !errors.Is(err, game.ErrNotation) && !errors.Is(err, game.ErrIllegal) {
				t.Fatalf("%q: %v, %v", text, m, err)
			}
			return
		}
		if !slices.Contains(legal, m) {
			t.Fatalf("%q is %s, which is illegal", text, s.FormatMove(m, n))
		}
		if back, err := s.ParseMove(s.FormatMove(m, n), n); back != m || err != nil {
			t.Fatalf("%q is %s, which reads as %v, %v", text, s.FormatMove(m, n), back, err)
		}
	})
}
