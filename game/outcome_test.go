package game_test

import (
	"testing"

	"epaminondas/game"
)

func TestOutcome(t *testing.T) {
	for _, test := range []struct {
		name, rules, text string
		outcome           game.Outcome
		reason            game.Ending
	}{
		{"the start", "epaminondas", "", game.Ongoing, game.Unfinished},
		{"White leads at the start of its turn", "epaminondas:4x5x1", "w.../..b./..../..../w... w",
			game.WhiteWins, game.FarRow},
		{"White leads, but Black may answer", "epaminondas:4x5x1", "w.../..b./..../..../w... b",
			game.Ongoing, game.Unfinished},
		{"Black leads at the start of its turn", "epaminondas:4x5x1", "w.../..../..../..../b.b. b",
			game.BlackWins, game.FarRow},
		{"level on the far rows", "epaminondas:4x5x1", "w.../..../..../..../b... b", game.Ongoing,
			game.Unfinished},
		{"no stones", "epaminondas:4x5x1", "..../..b./..../..../.... w", game.BlackWins, game.NoMoves},
		{"no stones on either side", "epaminondas:4x5x1", "..../..../..../..../.... w", game.BlackWins,
			game.NoMoves},
		{"walled in", "epaminondas:4x5x1", "..../..../..../bb../wb.. w", game.BlackWins, game.NoMoves},
		{"walled in, but ahead", "epaminondas:4x5x1", "wb../bb../..../..../.... w", game.WhiteWins,
			game.FarRow},
		{"the lead is tested before the limit", "epaminondas:4x5x1,max_plies=9",
			"w.../..b./..../..../w... w 9", game.WhiteWins, game.FarRow},
		{"the lack of moves is tested before the limit", "epaminondas:4x5x1,max_plies=9,limit=draw",
			"..../..../..../bb../wb.. w 9", game.BlackWins, game.NoMoves},
		{"one ply before the limit", "epaminondas:4x5x1,max_plies=9", "..../.w../..../.b../.... w 8",
			game.Ongoing, game.Unfinished},
		{"past the limit", "epaminondas:4x5x1,max_plies=9,limit=draw", "..../.w../..../.b../.... w 10",
			game.Draw, game.PlyLimit},
		{"further advanced", "epaminondas:4x5x1,max_plies=9", "..../.w../.b../..../.... w 9",
			game.WhiteWins, game.PlyLimit},
		{"Black further advanced", "epaminondas:4x5x1,max_plies=9", "..../..../.w../.b../.... w 9",
			game.BlackWins, game.PlyLimit},
		{"more stones on the first row that differs", "epaminondas:4x5x1,max_plies=9",
			"..../bw../..../bwb./.... w 9", game.BlackWins, game.PlyLimit},
		{"a row further back", "epaminondas:4x5x1,max_plies=9", "..../.w../ww../.b../.... b 9",
			game.WhiteWins, game.PlyLimit},
		{"rows are counted from the far row back", "epaminondas:4x6x1,max_plies=9",
			"..../..w./..../.bbb/..../.... b 9", game.WhiteWins, game.PlyLimit},
		{"all equal, nobody is known to have captured", "epaminondas:4x5x1,max_plies=9",
			"..../.w../..../.b../.... w 9", game.BlackWins, game.PlyLimit},
		{"behind in Crossings with no crossing to be had", "crossings",
			"......W./......../......../......../..b...../......../w......./........ b", game.WhiteWins,
			game.NoMoves},
		{"behind in Crossings, one step away", "crossings",
			"......W./......../......../......../......../......../w.b...../........ b", game.Ongoing,
			game.Unfinished},
		{"behind by two in Crossings", "crossings",
			".W....W./......../......../......../......../......../w.b...../........ b", game.WhiteWins,
			game.NoMoves},
	} {
		b := board(t, test.rules)
		s := b.Start()
		if test.text != "" {
			s = position(t, b, test.text)
		}
		outcome, reason := s.Outcome()
		if outcome != test.outcome || reason != test.reason {
			t.Errorf("%s: %v by %v, want %v by %v", test.name, outcome, reason, test.outcome, test.reason)
		}
		if over := len(s.AppendMoves(nil)) == 0; over != (test.outcome != game.Ongoing) {
			t.Errorf("%s: the list of moves is empty: %t", test.name, over)
		}
	}
}

// play plays moves in the rear notation.
func play(t *testing.T, s game.State, moves ...string) game.State {
	t.Helper()
	for _, text := range moves {
		m, err := s.ParseMove(text, game.RearNotation)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(m)
	}
	return s
}

func TestVerdictOfTheLastCapture(t *testing.T) {
	// All stones stand on the middle row. Each side loses one of its single stones, so both sides
	// have the same number of stones on every row.
	const white, black = "w.bbw.wwb.b w", "w.bbw.wwb.b b"
	for _, test := range []struct {
		name, middle, plies string
		moves               []string
		want                game.Outcome
	}{
		{"nobody has captured", white, "2", []string{"a3-b3", "k3-j3"}, game.BlackWins},
		{"nobody has captured, White moves last", black, "2", []string{"k3-j3", "a3-b3"}, game.BlackWins},
		{"White last", black, "2", []string{"c3xd3", "g3xh3"}, game.WhiteWins},
		{"Black last", white, "2", []string{"g3xh3", "c3xd3"}, game.BlackWins},
		{"White last, quiet moves since", black, "4", []string{"c3xd3", "g3xh3", "k3-j3", "a3-b3"},
			game.WhiteWins},
		{"Black last, quiet moves since", white, "3", []string{"g3xh3", "c3xd3", "a3-b3"}, game.BlackWins},
	} {
		b := board(t, "epaminondas:11x5x1,max_plies="+test.plies)
		const empty = "..........."
		s := position(t, b, empty+"/"+empty+"/"+test.middle[:11]+"/"+empty+"/"+empty+test.middle[11:])
		s = play(t, s, test.moves...)
		if outcome, reason := s.Outcome(); outcome != test.want || reason != game.PlyLimit {
			t.Errorf("%s: %v by %v, want %v by the ply limit", test.name, outcome, reason, test.want)
		}
		if reread := position(t, b, s.String()); reread.Advancement() != game.BlackWins {
			t.Errorf("%s: read back from text, the verdict is %v", test.name, reread.Advancement())
		}
	}
}

func TestOutcomeFor(t *testing.T) {
	for outcome, want := range map[game.Outcome][2]int{
		game.Ongoing:   {0, 0},
		game.Draw:      {0, 0},
		game.WhiteWins: {1, -1},
		game.BlackWins: {-1, 1},
	} {
		if got := [2]int{outcome.For(game.White), outcome.For(game.Black)}; got != want {
			t.Errorf("%v is worth %v to White and Black, want %v", outcome, got, want)
		}
	}
}
