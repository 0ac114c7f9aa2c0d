package threat

import "epaminondas/game"

// Possible reports whether [Search.Prove] could prove s. It is far cheaper than listing the moves:
// it looks for stones near the far rows and for a last line of enemy stones.
func Possible(s *game.State) bool {
	if s.Lead() != 0 || s.FarCount(s.Turn().Other()) > 0 && s.Board().Rules().Crossed != game.CrossedFixed {
		return true
	}
	if s.CanEnter() {
		return true
	}
	_, ok := lastStones(s)
	return ok
}

// lastStones returns the stones of the opponent that may move. ok is true if there are none, or if
// one capture might take them all. An opponent without such stones has no legal move and loses.
func lastStones(s *game.State) (stones game.Bits, ok bool) {
	b, own, them := s.Board(), s.Stones(s.Turn()), s.Turn().Other()
	stones = s.Stones(them)
	rules := b.Rules()
	if rules.Crossed == game.CrossedFixed {
		stones = stones.AndNot(b.FarRow(them))
	}
	n := stones.Count()
	if rules.Capture == game.CaptureSingle {
		return stones, n <= 1
	}
	return stones, n < min(own.Count(), max(b.Width(), b.Height())) && (n == 0 || inLine(b, stones, n))
}

// inLine reports whether n stones, at least one, form an unbroken straight line.
func inLine(b *game.Board, stones game.Bits, n int) bool {
	first := stones.First()
	for _, d := range [4]game.Direction{game.East, game.NorthEast, game.North, game.NorthWest} {
		columns, rows := d.Delta()
		if b.Edge(first, d) < n-1 {
			continue
		}
		length := 1
		for length < n && stones.Has(game.SquareAt(first.Col()+length*columns, first.Row()+length*rows)) {
			length++
		}
		if length == n {
			return true
		}
	}
	return false
}
