package arena

import (
	"testing"

	"epaminondas/game"
	"epaminondas/internal/match/player"
)

// scoreOf plays a match and returns the score of the first player.
func scoreOf(t *testing.T, b *game.Board, a, other string, games int) float64 {
	t.Helper()
	m := &Tournament{Board: b, Players: []player.Factory{factory(t, b, a),
		factory(t, b, other)}, Pairings: Duel(),
		Openings: openings(t, b, games/2, 4, 1), Parallel: 2, Seed: 1}
	r := play(t, m).Results[0]
	t.Logf("%s - %s: %.1f%%, %.0f plies, %s", a, other, 100*r.Score, r.MeanPlies, r.EffortA)
	return r.Score
}

func TestStrength(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of games")
	}
	small := game.MustBoard("epaminondas:4x6x1,max_plies=60,limit=draw")
	crossings := game.MustBoard("crossings,max_plies=150")
	for _, test := range []struct {
		board *game.Board
		a, b  string
		games int
		least float64
	}{
		{small, "greedy", "random", 100, 0.7},
		{small, "uniform,sims=50", "random", 40, 0.7},
		{small, "rollout,sims=100", "random", 40, 0.9},
		{crossings, "greedy", "random", 40, 0.9},
	} {
		if got := scoreOf(t, test.board, test.a, test.b, test.games); got < test.least {
			t.Errorf("%s scores %.1f%% against %s, want at least %.0f%%", test.a, 100*got,
				test.b, 100*test.least)
		}
	}
}
