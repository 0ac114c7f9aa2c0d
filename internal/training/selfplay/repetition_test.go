package selfplay

import (
	"fmt"
	"testing"

	"epaminondas/game"
	"epaminondas/replay"
)

// decoded plays games by search and returns the content of their records.
func decoded(t *testing.T, p *Actor, games int) (list []*replay.Game) {
	t.Helper()
	for _, record := range play(t, p, Uniform, games) {
		g, err := replay.DecodeGame(record)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	return list
}

// longest returns the number of times that the most frequent position of a game occurs.
func longest(t *testing.T, p *Actor, g *replay.Game) int {
	t.Helper()
	s, err := p.Board.ParseState(g.Start)
	if err != nil {
		t.Fatal(err)
	}
	most, count := 0, map[uint64]int{}
	for ply := 0; ; ply++ {
		if ply >= g.RandomPlies {
			count[s.Hash()]++
			most = max(most, count[s.Hash()])
		}
		if ply == len(g.Moves) {
			return most
		}
		s.Play(g.Moves[ply])
	}
}

// TestRepetitionIsADraw checks that games end at the second occurrence of a position if the limit
// is a draw, and only then.
func TestRepetitionIsADraw(t *testing.T) {
	for _, c := range []struct {
		rules       string
		repetitions int
		drawn       bool
	}{
		{"epaminondas:4x6x1,max_plies=60,limit=draw", 2, true},
		{"epaminondas:4x6x1,max_plies=60,limit=draw", 0, false},
		{"epaminondas:4x6x1,max_plies=60", 2, false},
	} {
		p := player(t, c.rules)
		p.Config.Repetitions = c.repetitions
		drawn := 0
		for _, g := range decoded(t, p, 60) {
			most := longest(t, p, g)
			if g.Reason == game.Repetition {
				drawn++
				if most != 2 {
					t.Errorf("%s: game %d is drawn when a position occurs %d times, want 2", c.rules,
						g.Number, most)
				}
			} else if c.drawn && most > 1 {
				t.Errorf("%s: game %d ends by %s and has a position %d times", c.rules, g.Number, g.Reason,
					most)
			}
		}
		if (drawn > 0) != c.drawn {
			t.Errorf("%s, repetitions %d: %d games drawn by repetition", c.rules, c.repetitions, drawn)
		}
	}
}

// TestScatteredGamesStop checks that a game from scattered stones stops at its limit of searches,
// undecided. A game from the start continues.
func TestScatteredGamesStop(t *testing.T) {
	for _, most := range []int{1, 3} {
		t.Run(fmt.Sprint(most), func(t *testing.T) { scatteredGamesStop(t, most) })
	}
}

func scatteredGamesStop(t *testing.T, most int) {
	p := player(t, "epaminondas:4x6x1,max_plies=60")
	p.Config.ScatterPlies = most
	start := p.Board.Start()
	stopped, long := 0, 0
	for _, g := range decoded(t, p, 60) {
		if err := p.Verify(g, Uniform); err != nil {
			t.Error(err)
		}
		switch {
		case g.Start == start.String():
			if g.Reason == game.Stopped {
				t.Errorf("game %d from the start is stopped", g.Number)
			}
			if len(g.Searches) > most {
				long++
			}
		case len(g.Searches) > most:
			t.Errorf("game %d from scattered stones has %d searches, want %d at most", g.Number,
				len(g.Searches), most)
		case g.Reason == game.Stopped:
			stopped++
			if len(g.Searches) != most || len(g.Moves) != most-1 {
				t.Errorf("game %d is stopped after %d searches and %d moves, want %d searches", g.Number,
					len(g.Searches), len(g.Moves), most)
			}
		}
	}
	if stopped == 0 || long == 0 {
		t.Errorf("%d scattered games stopped, %d games from the start with more searches: want some",
			stopped, long)
	}
}
