package game_test

import (
	"testing"

	"epaminondas/game"
)

func TestPerft(t *testing.T) {
	t.Parallel()
	for rules, want := range map[string][]uint64{
		"epaminondas":     {1, 114, 12996, 1787292, 245799684},
		"epaminondas:8x8": {1, 60, 3600, 269278, 20039444},
		"crossings":       {1, 60, 3600, 269278, 20039500},
	} {
		s := board(t, rules).Start()
		for depth, nodes := range want {
			if testing.Short() && nodes > 1e8 {
				continue
			}
			if got := game.Perft(s, depth); got != nodes {
				t.Errorf("%s: perft %d is %d, want %d", rules, depth, got, nodes)
			}
		}
	}
}

func TestPerftStopsWhereTheGameDoes(t *testing.T) {
	b := board(t, "epaminondas:3x5x1,max_plies=9")
	for _, test := range []struct {
		text  string
		depth int
		want  uint64
	}{
		{".../.w./.../b../... w 7", 1, 8},
		// 8 times 5, minus two because a3 and b3 are captured twice in all, and minus two because
		// b1 is symmetric twice.
		{".../.w./.../b../... w 7", 2, 36},
		{".../.w./.../b../... w 8", 1, 8},
		{".../.w./.../b../... w 8", 2, 0}, // the limit is reached
		{".../.w./.../b../... w 9", 1, 0},
		{"w../.../.../.../... w", 3, 0}, // White has won
		{"w../.../.../.../... w", 0, 1},
	} {
		if got := game.Perft(position(t, b, test.text), test.depth); got != test.want {
			t.Errorf("%s: perft %d is %d, want %d", test.text, test.depth, got, test.want)
		}
	}
}
