package game_test

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"epaminondas/game"
)

// The positions, games and counts in testdata/rules come from other people's implementations, which
// the README there describes. None of these implementations has the symmetry rule. In all files
// except symmetry.jsonl and copycat.jsonl the rule never matters, so these files must be right
// under every reading of it.

// readings has, for each reading of the symmetry rule, the suffix of a name of rules.
var readings = []string{"", ",symmetry=rotation", ",symmetry=none"}

// references decodes a file of testdata/rules. A field that T does not know is an error, so the
// tests check all data.
func references[T any](t *testing.T, name string) []T {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "rules", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []T
	decoder := json.NewDecoder(file)
	decoder.DisallowUnknownFields()
	for decoder.More() {
		var one T
		if err := decoder.Decode(&one); err != nil {
			t.Fatalf("%s, line %d: %v", name, len(all)+1, err)
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return all
}

// byText returns the legal moves by their texts in the notation of the data.
func byText(s *game.State) map[string]game.Move {
	moves := map[string]game.Move{}
	for _, m := range s.AppendMoves(nil) {
		moves[s.FormatMove(m, game.HeadNotation)] = m
	}
	return moves
}

// sorted returns the keys of a map in bytewise order.
func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// legalText returns the sorted list of legal moves as the data writes it.
func legalText(s *game.State) string { return strings.Join(sorted(byText(s)), " ") }

// successor returns the position after m.
func successor(s *game.State, m game.Move) game.State {
	next := *s
	next.Play(m)
	return next
}

// successorText returns the positions after the sorted legal moves, a line each.
func successorText(s *game.State) string {
	var lines []string
	moves := byText(s)
	for _, text := range sorted(moves) {
		next := successor(s, moves[text])
		lines = append(lines, next.Placement())
	}
	return strings.Join(lines, "\n")
}

// fnv1a returns the hash of the data's README.
func fnv1a(text string) string {
	h := fnv.New64a()
	h.Write([]byte(text))
	return fmt.Sprintf("%016x", h.Sum64())
}

// over returns the winner as the data writes it, nil for nobody.
func over(s *game.State) *string {
	winners := map[game.Outcome]string{game.WhiteWins: "w", game.BlackWins: "b"}
	if outcome, _ := s.Outcome(); outcome != game.Ongoing {
		winner := winners[outcome]
		return &winner
	}
	return nil
}

// same reports whether two results of a position are equal.
func same(a, b *string) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

func TestReferencePositions(t *testing.T) {
	t.Parallel()
	for file, rules := range map[string]string{"positions.jsonl": "epaminondas",
		"8x8/epam8_positions.jsonl": "epaminondas:8x8"} {
		for _, ref := range references[struct {
			Pos, Src, Moves, Sh string
			Over                *string
			N                   int
			Cap                 map[string]int
		}](t, file) {
			for _, reading := range readings {
				s := position(t, board(t, rules+reading), ref.Pos)
				if s.String() != ref.Pos {
					t.Errorf("%s reads back as %v", ref.Pos, &s)
				}
				if got := legalText(&s); got != ref.Moves || len(s.AppendMoves(nil)) != ref.N {
					t.Errorf("%s%s: moves %s, want %s", ref.Pos, reading, got, ref.Moves)
				}
				if !same(over(&s), ref.Over) {
					t.Errorf("%s%s: over is wrong", ref.Pos, reading)
				}
				if ref.N > 0 && fnv1a(successorText(&s)) != ref.Sh {
					t.Errorf("%s%s: successors differ", ref.Pos, reading)
				}
				if ref.Cap != nil {
					checkCounts(t, &s, ref.Cap)
				}
			}
		}
	}
}

// checkCounts compares the number of stones that each capturing move removes.
func checkCounts(t *testing.T, s *game.State, want map[string]int) {
	t.Helper()
	got := map[string]int{}
	for text, m := range byText(s) {
		if taken := s.Captured(m); !taken.Empty() {
			got[text] = taken.Count()
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v: captures %v, want %v", s, got, want)
	}
}

func TestReferenceSuccessors(t *testing.T) {
	t.Parallel()
	for _, ref := range references[struct {
		Pos  string
		N    int
		Succ map[string][2]*string
	}](t, "successors.jsonl") {
		s := position(t, board(t, "epaminondas"), ref.Pos)
		moves := byText(&s)
		if len(moves) != ref.N || !slices.Equal(sorted(moves), sorted(ref.Succ)) {
			t.Errorf("%s: moves %v", ref.Pos, sorted(moves))
		}
		for text, want := range ref.Succ {
			next := successor(&s, moves[text])
			if next.Placement() != *want[0] || !same(over(&next), want[1]) {
				t.Errorf("%s %s: leads to %s", ref.Pos, text, next.Placement())
			}
		}
	}
}

func TestReferenceCaptures(t *testing.T) {
	t.Parallel()
	for _, ref := range references[struct {
		Pos             string
		N, Ncap, Maxcap int
		Captures        map[string][]string
	}](t, "captures.jsonl") {
		s := position(t, board(t, "epaminondas"), ref.Pos)
		moves := byText(&s)
		captures, most := map[string][]string{}, 0
		for text, m := range moves {
			var squares []string
			for taken := s.Captured(m); !taken.Empty(); {
				squares = append(squares, taken.Pop().String())
			}
			slices.Sort(squares)
			if most = max(most, len(squares)); squares != nil {
				captures[text] = squares
			}
		}
		if len(moves) != ref.N || len(captures) != ref.Ncap || most != ref.Maxcap {
			t.Errorf("%s: %d moves, %d captures, the largest of %d, want %d, %d, %d", ref.Pos, len(moves),
				len(captures), most, ref.N, ref.Ncap, ref.Maxcap)
		}
		if fmt.Sprint(captures) != fmt.Sprint(ref.Captures) {
			t.Errorf("%s: captures %v, want %v", ref.Pos, captures, ref.Captures)
		}
	}
}

func TestReferenceFarRows(t *testing.T) {
	t.Parallel()
	for _, ref := range references[struct {
		Pos, Kind                   string
		Mine, Theirs, N             int
		Over                        *string
		Losing, Continuing, Winning string
	}](t, "farrow.jsonl") {
		s := position(t, board(t, "epaminondas"), ref.Pos)
		us := s.Turn()
		mine, theirs := s.FarCount(us), s.FarCount(us.Other())
		kind := "level"
		switch {
		case mine == 0 && theirs == 0:
			kind = "none"
		case mine > theirs:
			kind = "ahead"
		case mine < theirs:
			kind = "behind"
		}
		if mine != ref.Mine || theirs != ref.Theirs || s.Lead() != mine-theirs || kind != ref.Kind ||
			!same(over(&s), ref.Over) {
			t.Errorf("%s: far rows %d and %d (%s), want %d and %d (%s)", ref.Pos, mine, theirs, kind,
				ref.Mine, ref.Theirs, ref.Kind)
		}
		groups := map[string]map[string]bool{"losing": {}, "continuing": {}, "winning": {}}
		moves := byText(&s)
		for text, m := range moves {
			next := successor(&s, m)
			group := "continuing"
			switch outcome, reason := next.Outcome(); {
			case outcome == game.Win(us.Other()) && reason == game.FarRow:
				group = "losing"
			case outcome == game.Win(us) && reason == game.NoMoves:
				group = "winning"
			}
			groups[group][text] = true
			if losing := s.LeadAfter(m) < 0; losing != (group == "losing") {
				t.Errorf("%s %s: LeadAfter is %d, but the move is %s", ref.Pos, text, s.LeadAfter(m), group)
			}
		}
		if len(moves) != ref.N {
			t.Errorf("%s: %d moves, want %d", ref.Pos, len(moves), ref.N)
		}
		for group, want := range map[string]string{"losing": ref.Losing, "continuing": ref.Continuing,
			"winning": ref.Winning} {
			if got := strings.Join(sorted(groups[group]), " "); got != want {
				t.Errorf("%s: %s moves %s, want %s", ref.Pos, group, got, want)
			}
		}
	}
}

func TestReferenceNoMoves(t *testing.T) {
	t.Parallel()
	for _, ref := range references[struct {
		Pos                  string
		Own, Mine, Theirs, N int
		Over                 *string
	}](t, "nomoves.jsonl") {
		for _, reading := range readings {
			s := position(t, board(t, "epaminondas"+reading), ref.Pos)
			own, us := s.Stones(s.Turn()), s.Turn()
			if own.Count() != ref.Own || s.FarCount(us) != ref.Mine || s.FarCount(us.Other()) != ref.Theirs {
				t.Errorf("%s: %d stones, far rows %d and %d", ref.Pos, own.Count(), s.FarCount(us),
					s.FarCount(us.Other()))
			}
			outcome, reason := s.Outcome()
			if n := len(s.AppendMoves(nil)); n != ref.N || !same(over(&s), ref.Over) ||
				outcome != game.Win(us.Other()) || reason != game.NoMoves {
				t.Errorf("%s: %d moves, %v by %v", ref.Pos, n, outcome, reason)
			}
		}
	}
}

func TestReferencePerft(t *testing.T) {
	t.Parallel()
	for file, rules := range map[string]string{
		"perft_positions.jsonl":     "epaminondas",
		"8x8/epam8_perft.jsonl":     "epaminondas:8x8",
		"8x8/crossings_perft.jsonl": "crossings",
	} {
		for _, ref := range references[struct {
			Pos   string
			Perft []uint64
		}](t, file) {
			s := position(t, board(t, rules), ref.Pos)
			for i, want := range ref.Perft {
				if got := game.Perft(s, i+1); got != want {
					t.Errorf("%s: perft %d is %d, want %d", ref.Pos, i+1, got, want)
				}
			}
		}
	}
}
