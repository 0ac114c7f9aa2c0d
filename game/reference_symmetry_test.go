package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"epaminondas/game"
)

// A symmetryLists holds the moves that make a position symmetric, in the three senses of the data's
// README. The package has no rule for the sense ref.
type symmetryLists struct {
	Lr, Rot, Ref [][2]string // move, and how its head gets onto the far row: enter or within
	Elsewhere    struct{ Lr, Rot, Ref []string }
}

// A symmetryReference is a line of symmetry.jsonl or copycat.jsonl.
type symmetryReference struct {
	Type, Line, Reply string // only in copycat.jsonl
	Pos, Moves        string
	N                 int
	symmetryLists
}

// forbidden returns the entries of a list that the rule forbids.
func forbidden(list [][2]string) map[string]bool {
	moves := map[string]bool{}
	for _, entry := range list {
		if entry[1] == "enter" {
			moves[entry[0]] = true
		}
	}
	return moves
}

// checkReadings compares the legal moves under every reading of the rule.
func (ref *symmetryReference) checkReadings(t *testing.T) {
	t.Helper()
	for reading, list := range map[string][][2]string{"none": nil, "left-right": ref.Lr,
		"rotation": ref.Rot} {
		s := position(t, board(t, "epaminondas,symmetry="+reading), ref.Pos)
		out := forbidden(list)
		var want []string
		for _, move := range strings.Fields(ref.Moves) {
			if !out[move] {
				want = append(want, move)
			}
		}
		if got := legalText(&s); got != strings.Join(want, " ") {
			t.Errorf("%s: moves under %s are %s, want %v", ref.Pos, reading, got, want)
		}
		if n := len(s.AppendMoves(nil)); n != ref.N-len(out) {
			t.Errorf("%s: %d moves under %s, want %d", ref.Pos, n, reading, ref.N-len(out))
		}
		for move := range out {
			if _, err := s.ParseMove(move, game.HeadNotation); err == nil {
				t.Errorf("%s: %s is legal under %s", ref.Pos, move, reading)
			}
		}
	}
}

// checkLists compares the lists with the mirrored and turned successors.
func (ref *symmetryReference) checkLists(t *testing.T) {
	t.Helper()
	s := position(t, board(t, "epaminondas,symmetry=none"), ref.Pos)
	far := s.Board().FarRow(s.Turn())
	moves := byText(&s)
	var got symmetryLists
	for _, text := range sorted(moves) {
		m := moves[text]
		after := successor(&s, m)
		how := "enter"
		if d := m.Direction(); d == game.East || d == game.West {
			how = "within"
		}
		note := func(symmetric bool, onFarRow *[][2]string, elsewhere *[]string) {
			switch {
			case symmetric && far.Has(s.Landing(m)):
				*onFarRow = append(*onFarRow, [2]string{text, how})
			case symmetric:
				*elsewhere = append(*elsewhere, text)
			}
		}
		mirror, turned := after.Mirror(), after.Turned()
		both := turned.Mirror()
		note(stones(&after) == stones(&mirror), &got.Lr, &got.Elsewhere.Lr)
		note(stones(&after) == stones(&both), &got.Rot, &got.Elsewhere.Rot)
		note(stones(&after) == stones(&turned), &got.Ref, &got.Elsewhere.Ref)
	}
	if fmt.Sprint(got) != fmt.Sprint(ref.symmetryLists) {
		t.Errorf("%s: symmetric after %v, want %v", ref.Pos, got, ref.symmetryLists)
	}
}

// stones returns the stones of both colours.
func stones(s *game.State) [2]game.Bits {
	return [2]game.Bits{s.Stones(game.White), s.Stones(game.Black)}
}

func TestReferenceSymmetry(t *testing.T) {
	t.Parallel()
	for _, ref := range references[symmetryReference](t, "symmetry.jsonl") {
		ref.checkReadings(t)
		ref.checkLists(t)
	}
}

func TestReferenceCopycat(t *testing.T) {
	t.Parallel()
	for _, ref := range references[symmetryReference](t, "copycat.jsonl") {
		ref.checkReadings(t)
		ref.checkLists(t)
		for _, reading := range readings {
			s := board(t, "epaminondas"+reading).Start()
			for _, move := range strings.Fields(ref.Line) {
				m, err := s.ParseMove(move, game.HeadNotation)
				if err != nil {
					t.Fatal(err)
				}
				s.Play(m)
			}
			if s.Placement() != ref.Pos {
				t.Errorf("the line leads to %v, want %s", &s, ref.Pos)
			}
			stopped := reading == ",symmetry=rotation" && ref.Type == "rot"
			if legal := slices.Contains(strings.Fields(legalText(&s)), ref.Reply); legal == stopped {
				t.Errorf("%s%s: the copying reply %s is legal: %t", ref.Pos, reading, ref.Reply, legal)
			}
		}
	}
}
