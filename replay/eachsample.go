package replay

import "epaminondas/game"

// EachSample calls do for every fully searched position of a game, in order and not mirrored, until
// do returns an error, which it passes on. The sample is valid until do returns. A game that is not
// for board b or breaks the rules is an error.
func EachSample(b *game.Board, id int64, g *Game, do func(*Sample) error) error {
	h, err := hold(b, id, g, 0, 0)
	if err != nil {
		return err
	}
	var s Sample
	for i := range h.positions {
		s.fill(h, i, false)
		if err := do(&s); err != nil {
			return err
		}
	}
	return nil
}
