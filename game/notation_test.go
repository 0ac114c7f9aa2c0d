package game_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"epaminondas/game"
)

func TestNotationsReadBack(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(21, 22))
	for range 25 {
		b := boardOf(t, randomRules(rng))
		for _, s := range randomGame(b, 30, rng) {
			for _, n := range []game.Notation{game.RearNotation, game.HeadNotation} {
				checkNotation(t, &s, n)
			}
		}
	}
}

// checkNotation writes and reads all legal moves of a position.
func checkNotation(t *testing.T, s *game.State, n game.Notation) {
	t.Helper()
	seen := map[string]bool{}
	for _, m := range s.AppendMoves(nil) {
		text := s.FormatMove(m, n)
		if seen[text] {
			t.Fatalf("%v: two moves are written %s", s, text)
		}
		seen[text] = true
		taken := s.Captured(m)
		if captures := strings.Contains(text, "x"); captures == taken.Empty() {
			t.Fatalf("%v: %s takes %d stones", s, text, taken.Count())
		}
		bare := strings.NewReplacer("-", "", "x", "").Replace(text)
		for _, variant := range []string{text, strings.ToUpper(text), bare,
			strings.Replace(text, "-", "x", 1), strings.Replace(text, "x", "–", 1)} {
			if got, err := s.ParseMove(variant, n); got != m || err != nil {
				t.Fatalf("%v: %s reads back as %v, %v", s, variant, got, err)
			}
		}
	}
}

func TestNotationsOverlap(t *testing.T) {
	s := position(t, board(t, "epaminondas:6x6x1"), "....../....../...b../bbww../....../www... w")
	for _, test := range []struct {
		rear, head string
	}{
		{"a1-c1", "a1-e1"},
		{"b1-c1", "b1-d1"},
		{"c1-d1", "c1-d1"},
		{"c3-e3", "c3-f3"},
		{"d3-e3", "d3-e3"},
		{"d3-d2", "d3-d2"},
	} {
		m, err := s.ParseMove(test.rear, game.RearNotation)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.FormatMove(m, game.HeadNotation); got != test.head {
			t.Errorf("%s is written %s by its head, want %s", test.rear, got, test.head)
		}
		if got, err := s.ParseMove(test.head, game.HeadNotation); got != m || err != nil {
			t.Errorf("%s by its head reads as %v, %v", test.head, got, err)
		}
	}
}

func TestParseMoveRefuses(t *testing.T) {
	b := board(t, "epaminondas:6x6x1")
	s := position(t, b, "....../....../...b../bbww../....../www... w")
	for _, test := range []struct {
		text string
		want error
	}{
		{"", game.ErrNotation},
		{"-", game.ErrNotation},
		{"a1", game.ErrNotation},
		{"a1-", game.ErrNotation},
		{"a1--b1", game.ErrNotation},
		{"a1-b1 ", game.ErrNotation},
		{" a1-b1", game.ErrNotation},
		{"a1-b", game.ErrNotation},
		{"a0-a1", game.ErrNotation},
		{"a1-g1", game.ErrNotation},
		{"a1-a7", game.ErrNotation},
		{"11-b1", game.ErrNotation},
		{"a1-b123", game.ErrNotation},
		{"ä1-b1", game.ErrNotation},
		{strings.Repeat("a1", 1000), game.ErrNotation},
		{"a1-a1", game.ErrIllegal}, // no direction
		{"a1-c2", game.ErrIllegal}, // no straight line
		{"c1-e1", game.ErrIllegal}, // too far for one stone
		{"a1-e1", game.ErrIllegal}, // off the board, with its head
		{"a1-a3", game.ErrIllegal}, // too far
		{"a3-a2", game.ErrIllegal}, // an enemy stone
		{"f6-f5", game.ErrIllegal}, // no stone
		{"d3-c3", game.ErrIllegal}, // onto an own stone
		{"d3xc3", game.ErrIllegal},
		{"d3xd4", game.ErrIllegal}, // one against one
		{"d3xb3", game.ErrIllegal},
		{"c3xb3", game.ErrIllegal},
	} {
		if m, err := s.ParseMove(test.text, game.RearNotation); !errors.Is(err, test.want) ||
			m != game.NoMove {
			t.Errorf("%.20q reads as %v, %v, want %v", test.text, m, err, test.want)
		} else if len(err.Error()) > 1000 {
			t.Errorf("%.20q: an error of %d letters", test.text, len(err.Error()))
		}
	}
	over := position(t, b, "w...../..b.../....../....../....../w..... w")
	if _, err := over.ParseMove("a1-a2", game.RearNotation); !errors.Is(err, game.ErrIllegal) {
		t.Errorf("a move in a finished game: %v", err)
	}
}

func TestParseNotation(t *testing.T) {
	for _, n := range []game.Notation{game.RearNotation, game.HeadNotation} {
		if got, err := game.ParseNotation(n.String()); got != n || err != nil {
			t.Errorf("%v reads back as %v, %v", n, got, err)
		}
	}
	if _, err := game.ParseNotation("tail"); err == nil || !strings.Contains(err.Error(), `"tail"`) {
		t.Errorf("notation tail: %v", err)
	}
}
