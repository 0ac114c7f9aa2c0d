package arena

import (
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/match/record"
)

// validatePlayed returns an error for the first earlier game that does not belong to this
// tournament.
func (t *Tournament) validatePlayed() error {
	seen := map[int]bool{}
	for i := range t.Played {
		g := &t.Played[i]
		if g.Number < 0 || g.Number >= t.Games() {
			return fmt.Errorf(
				"arena: game %d exists, but this tournament has %s: continue with the same players and openings",
				g.Number+1, noun.Count(t.Games(), "game"))
		}
		if seen[g.Number] {
			return fmt.Errorf("arena: game %d exists twice", g.Number+1)
		}
		seen[g.Number] = true
		if err := t.recognise(g); err != nil {
			return fmt.Errorf(
				"arena: game %d was played %w: continue with the same settings, or start in another folder",
				g.Number+1, err)
		}
	}
	return nil
}

// recognise returns how an earlier game differs from the game of the same number in this
// tournament.
func (t *Tournament) recognise(g *record.Game) error {
	want := t.blank(t.fixture(g.Number))
	want.Round()
	switch {
	case g.Rules != want.Rules:
		return fmt.Errorf("with the rules %s, but this tournament has %s", g.Rules.Name(), want.Rules.Name())
	case g.Players != want.Players:
		return fmt.Errorf("between %s and %s, but in this tournament %s meets %s", g.Players[game.White],
			g.Players[game.Black], want.Players[game.White], want.Players[game.Black])
	case g.Seed != want.Seed:
		return fmt.Errorf("with seed %d, but this tournament has %d", g.Seed, want.Seed)
	case g.Start != want.Start:
		return fmt.Errorf("from %q, but this tournament begins it from %q", g.Start, want.Start)
	case g.OpeningPlies != want.OpeningPlies || len(g.Plies) < g.OpeningPlies:
		return fmt.Errorf("from an opening of %s, but this tournament has openings of %d",
			noun.Count(g.OpeningPlies, "ply", "plies"),
			want.OpeningPlies)
	case g.Outcome == game.Ongoing:
		return fmt.Errorf("only in part")
	}
	for i := range want.Plies {
		if g.Plies[i].Move != want.Plies[i].Move {
			return fmt.Errorf("from another opening, which differs at ply %d", i+1)
		}
	}
	return nil
}
