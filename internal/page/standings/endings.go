package standings

import (
	"cmp"
	"slices"

	"epaminondas/game"
	"epaminondas/internal/match/record"
)

// ending counts the games with one ending.
type ending struct {
	Name, Meaning string
	Count         int
	Share         float64
	Percent       string
	Forfeit       bool
}

var meanings = map[game.Ending]string{
	game.FarRow:      "ahead on the far rows",
	game.NoMoves:     "no legal move left",
	game.PlyLimit:    "the ply limit, decided by the rules",
	game.Proof:       "proved, so not played to the end",
	game.OutOfTime:   "forfeit: out of time",
	game.IllegalMove: "forfeit: an illegal move",
	game.Misconduct:  "forfeit: the engine broke the protocol",
	game.Crash:       "forfeit: the engine crashed",
}

// newEndings counts the endings of games, the most frequent first.
func newEndings(games []record.Game) []ending {
	counts := map[game.Ending]int{}
	for i := range games {
		counts[games[i].Ending]++
	}
	var all []ending
	for e, n := range counts {
		share := float64(n) / float64(len(games))
		all = append(all, ending{string(e), meanings[e], n, share, percent(share), e.Forfeit()})
	}
	slices.SortFunc(all, func(a, b ending) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Name, b.Name))
	})
	return all
}
