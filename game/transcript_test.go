package game_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/game"
)

var update = flag.Bool("update", false, "write the golden transcripts anew")

// TestTranscripts plays a game on every board and compares a complete transcript with a golden
// file. The seeds give short games with captures.
func TestTranscripts(t *testing.T) {
	for _, test := range []struct {
		file, rules string
		seed        uint64
	}{
		{"epaminondas.txt", "epaminondas", 11},
		{"epaminondas-8x8.txt", "epaminondas:8x8", 5},
		{"epaminondas-4x6x1.txt", "epaminondas:4x6x1", 1},
		{"crossings.txt", "crossings", 7},
		{"limit.txt", "epaminondas:5x5x1,symmetry=rotation,max_plies=9", 1},
	} {
		path := filepath.Join("testdata", "transcripts", test.file)
		got := transcript(board(t, test.rules), rand.New(rand.NewPCG(test.seed, 0)))
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: the game differs %s", test.file, firstDifference(got, string(want)))
		}
	}
}

// firstDifference names the first line in which two texts differ.
func firstDifference(got, want string) string {
	wanted := strings.Split(want, "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(wanted) || line != wanted[i] {
			return fmt.Sprintf("in line %d: %s", i+1, line)
		}
	}
	return "after its last line"
}

// transcript plays a game and writes down every position, its moves in their order, and the end.
func transcript(b *game.Board, rng *rand.Rand) string {
	var out strings.Builder
	fmt.Fprintf(&out, "rules: %s\n", b.Rules().Name())
	s := b.Start()
	for s.Ply() < 1000 { // many more plies than a bold game has
		outcome, reason := s.Outcome()
		moves := s.AppendMoves(nil)
		fmt.Fprintf(&out, "\n%s\nposition: %v\nhash: %016x\n", s.Diagram(), &s, s.Hash())
		fmt.Fprintf(&out, "far rows: white %d, black %d, lead %d\n", s.FarCount(game.White),
			s.FarCount(game.Black), s.Lead())
		fmt.Fprintf(&out, "outcome: %v (%v)\nmoves: %d", outcome, reason, len(moves))
		for _, m := range moves {
			fmt.Fprintf(&out, " %s", s.FormatMove(m, game.RearNotation))
		}
		fmt.Fprintln(&out)
		if len(moves) == 0 {
			break
		}
		m := bold(&s, moves, rng)
		taken := s.Captured(m)
		fmt.Fprintf(&out, "played: %s, by the head %s; stones %d, captured %d, lead after %d\n",
			s.FormatMove(m, game.RearNotation), s.FormatMove(m, game.HeadNotation), s.PhalanxLength(m),
			taken.Count(), s.LeadAfter(m))
		s.Play(m)
	}
	return out.String()
}

// bold picks a random move. It prefers moves that give the best lead, and forward moves. So games
// are short and have captures.
func bold(s *game.State, moves []game.Move, rng *rand.Rand) game.Move {
	if rng.IntN(4) == 0 {
		return moves[rng.IntN(len(moves))]
	}
	merit := func(m game.Move) int {
		_, rows := m.Direction().Delta()
		if s.Turn() == game.Black {
			rows = -rows
		}
		taken := s.Captured(m)
		return 16*s.LeadAfter(m) + 4*taken.Count() + rows
	}
	var best []game.Move
	for _, m := range moves {
		switch {
		case len(best) == 0 || merit(m) > merit(best[0]):
			best = append(best[:0], m)
		case merit(m) == merit(best[0]):
			best = append(best, m)
		}
	}
	return best[rng.IntN(len(best))]
}
