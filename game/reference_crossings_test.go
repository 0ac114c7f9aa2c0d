package game_test

import (
	"slices"
	"strings"
	"testing"

	"epaminondas/game"
)

// crossedText writes a position as the data for Crossings does, with W and B for stones that have
// crossed.
func crossedText(s *game.State) string {
	text := s.Placement()
	last := strings.LastIndexByte(text, '/')
	first := strings.IndexByte(text, '/')
	return strings.ReplaceAll(text[:first], "w",
		"W") + text[first:last] + strings.ReplaceAll(text[last:len(text)-2], "b", "B") + text[len(text)-2:]
}

// uncrossed returns all moves of stones that have not crossed, by their texts, from the plain twin.
// The data lists all of them, even if only some are permitted.
func uncrossed(s *game.State) map[string]game.Move {
	moves, twin := map[string]game.Move{}, twinOf(s)
	for _, v := range twin.candidates() {
		moves[s.FormatMove(v.move(), game.HeadNotation)] = v.move()
	}
	return moves
}

func TestReferenceCrossingsPositions(t *testing.T) {
	t.Parallel()
	for _, ref := range references[struct {
		Pos, Moves, Answers, Sh string
		Lost                    *string
		N                       int
	}](t, "8x8/crossings_positions.jsonl") {
		s := position(t, board(t, "crossings"), ref.Pos)
		if crossedText(&s) != ref.Pos {
			t.Errorf("%s reads back as %s", ref.Pos, crossedText(&s))
		}
		moves := uncrossed(&s)
		if got := strings.Join(sorted(moves), " "); got != ref.Moves || len(moves) != ref.N {
			t.Errorf("%s: moves %s, want %s", ref.Pos, got, ref.Moves)
		}
		var successors []string
		for _, text := range sorted(moves) {
			next := successor(&s, moves[text])
			successors = append(successors, crossedText(&next))
		}
		if fnv1a(strings.Join(successors, "\n")) != ref.Sh {
			t.Errorf("%s: successors differ", ref.Pos)
		}
		answers := ref.Answers
		if answers == "*" {
			answers = ref.Moves
		}
		if got := legalText(&s); got != answers {
			t.Errorf("%s: legal moves %s, want %s", ref.Pos, got, answers)
		}
		if !same(over(&s), ref.Lost) {
			t.Errorf("%s: over is wrong", ref.Pos)
		}
	}
}

func TestReferenceCrossingsGames(t *testing.T) {
	t.Parallel()
	duties := 0
	for _, ref := range references[referenceGame](t, "8x8/crossings_games.jsonl") {
		lists := strings.Fields(ref.Lh)
		last := ref.replay(t, board(t, "crossings").Start(), crossedText, func(ply int, s *game.State) {
			list := sorted(uncrossed(s))
			if len(list) != ref.N[ply] || fnv1a(strings.Join(list, " ")) != lists[ply] {
				t.Fatalf("%s, ply %d: moves %v", ref.ID, ply, list)
			}
			legal := sorted(byText(s))
			if s.Lead() < 0 {
				duties++
			} else if !slices.Equal(legal, list) {
				t.Fatalf("%s, ply %d: legal moves %v", ref.ID, ply, legal)
			}
		})
		checkEnd(t, &ref, &last)
	}
	if duties == 0 {
		t.Error("in no game did a side have to cross")
	}
}
