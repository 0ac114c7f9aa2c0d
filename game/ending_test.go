package game_test

import (
	"testing"

	"epaminondas/game"
)

// Records, databases and reports contain these words, so they never change.
func TestEndings(t *testing.T) {
	for _, test := range []struct {
		ending         game.Ending
		word           string
		rules, forfeit bool
	}{
		{game.Unfinished, "unfinished", false, false},
		{game.FarRow, "far-row", true, false},
		{game.NoMoves, "no-moves", true, false},
		{game.PlyLimit, "ply-limit", true, false},
		{game.Proof, "proof", false, false},
		{game.Repetition, "repetition", false, false},
		{game.Stopped, "stopped", false, false},
		{game.OutOfTime, "out-of-time", false, true},
		{game.IllegalMove, "illegal-move", false, true},
		{game.Misconduct, "misconduct", false, true},
		{game.Crash, "crash", false, true},
	} {
		if string(test.ending) != test.word || test.ending.ByRules() != test.rules ||
			test.ending.Forfeit() != test.forfeit {
			t.Errorf("%s: by the rules %v, a forfeit %v", test.ending, test.ending.ByRules(),
				test.ending.Forfeit())
		}
	}
}
