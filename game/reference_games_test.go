package game_test

import (
	"strings"
	"testing"

	"epaminondas/game"
)

// A referenceGame is a line of the files of games.
type referenceGame struct {
	ID, Policy, Result, Reason, Moves, Final string
	Plies                                    int
	N                                        []int
	Lh, Ph                                   string
}

// replay plays a reference game. It calls before with every position before a move. It checks the
// hash of every position after a move, in the form that text writes.
func (ref *referenceGame) replay(t *testing.T, s game.State,
	text func(*game.State) string, before func(ply int, s *game.State)) game.State {
	t.Helper()
	moves, hashes := strings.Fields(ref.Moves), strings.Fields(ref.Ph)
	if len(moves) != ref.Plies || len(hashes) != ref.Plies || len(ref.N) != ref.Plies ||
		len(strings.Fields(ref.Lh)) != ref.Plies {
		t.Fatalf("%s has not %d plies throughout", ref.ID, ref.Plies)
	}
	for ply, move := range moves {
		before(ply, &s)
		m, err := s.ParseMove(move, game.HeadNotation)
		if err != nil {
			t.Fatalf("%s, ply %d: %v", ref.ID, ply, err)
		}
		s.Play(m)
		if fnv1a(text(&s)) != hashes[ply] {
			t.Fatalf("%s: the position after ply %d, %s, is %v", ref.ID, ply, move, &s)
		}
	}
	if text(&s) != ref.Final || s.Ply() != ref.Plies {
		t.Errorf("%s ends in %v, want %s", ref.ID, &s, ref.Final)
	}
	return s
}

func TestReferenceGames(t *testing.T) {
	t.Parallel()
	for file, rules := range map[string]string{"games.jsonl": "epaminondas",
		"8x8/epam8_games.jsonl": "epaminondas:8x8"} {
		for i, ref := range references[referenceGame](t, file) {
			lists := strings.Fields(ref.Lh)
			start := board(t, rules+readings[i%len(readings)]).Start()
			last := ref.replay(t, start, (*game.State).Placement, func(ply int, s *game.State) {
				if list := legalText(s); len(strings.Fields(list)) != ref.N[ply] ||
					fnv1a(list) != lists[ply] {
					t.Fatalf("%s, ply %d: moves %s", ref.ID, ply, list)
				}
			})
			checkEnd(t, &ref, &last)
		}
	}
}

// checkEnd compares the result of a reference game.
func checkEnd(t *testing.T, ref *referenceGame, last *game.State) {
	t.Helper()
	results := map[game.Outcome]string{game.WhiteWins: "w", game.BlackWins: "b", game.Ongoing: "*"}
	reasons := map[game.Ending]string{game.FarRow: "far-row", game.NoMoves: "no-moves",
		game.Unfinished: "cap"}
	outcome, reason := last.Outcome()
	if results[outcome] != ref.Result || ref.Reason != "" && reasons[reason] != ref.Reason {
		t.Errorf("%s: %v by %v, want %s by %s", ref.ID, outcome, reason, ref.Result, ref.Reason)
	}
}
